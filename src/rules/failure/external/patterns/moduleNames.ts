/** First parts of names that projects give to their own code by an alias. */
const ALIASES = new Set(
  'src app lib test tests spec core shared common components pages utils util helpers config types @ ~ # @src @app @lib @test @core @shared @common @components @pages @utils @config @types'.split(
    ' ',
  ),
);
const IN_PACKAGES = /node_modules[\\/]((?:@[^\\/]{1,100}[\\/])?[^\\/]{1,100})/;
const PACKAGE = /^(?:@[a-z\d~-][\w.~-]{0,100}\/)?[a-z\d~-][\w.~-]{0,213}(?=\/|$)/;

/**
 * Whether a JavaScript module is the project's own: relative, absolute, by an alias, or nothing that
 * a registry would take as a name. A path inside `node_modules` is a package.
 */
export function isProjectsOwnModule(name: string): boolean {
  if (IN_PACKAGES.test(name)) return false;
  const [first = ''] = name.split('/');
  return ALIASES.has(first) || name.startsWith('node:') || !PACKAGE.test(name);
}

/** The package that a module belongs to: `express` of `express/lib/router`. */
export function packageName(name: string): string {
  const path = IN_PACKAGES.exec(name)?.[1];
  return path?.replace('\\', '/') ?? PACKAGE.exec(name)?.[0] ?? name;
}

/** What people install with pip most, by the name they import: anything else may be the project's own. */
const PYTHON_MODULES = new Set(
  `aiohttp alembic anthropic anyio asgiref asyncpg attr attrs babel black boto3 botocore bs4 cachetools
  celery certifi cffi chardet charset_normalizer click colorama coverage cryptography cv2 Cython dateutil
  decouple django dns docker docutils dotenv environ factory faker fastapi filelock flake8 flask
  flask_cors flask_login flask_sqlalchemy freezegun google greenlet grpc gunicorn h11 httpcore httpx
  hypothesis idna itsdangerous jinja2 joblib jose jsonschema jwt kafka langchain lightgbm loguru lxml
  markdown markupsafe marshmallow matplotlib mock moto motor multidict mypy mysql MySQLdb nbformat networkx
  nltk nose numpy oauthlib openai openpyxl orjson packaging pandas paramiko passlib peewee pendulum PIL
  pip pkg_resources playwright plotly poetry polars pre_commit prometheus_client psutil psycopg psycopg2
  pyarrow pycparser pydantic pydantic_settings pygame pygments pylint pymongo pymysql pyparsing pytest
  pytest_asyncio pytest_cov pytest_django pytest_mock pytz redis regex requests responses respx
  rest_framework rich ruff scipy seaborn selenium sentry_sdk setuptools shapely simplejson sklearn six
  skimage sniffio sphinx spacy sqlalchemy sqlmodel starlette statsmodels streamlit sympy tabulate tenacity
  tensorflow tiktoken toml tomli torch torchvision tornado tox tqdm transformers trio twisted typer
  typing_extensions tzdata ujson urllib3 uvicorn uvloop virtualenv watchdog websocket websockets werkzeug
  wheel wrapt xgboost yaml yarl zmq`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Whether the module is one that comes from a well-known package, by the first part of its name. */
export function isWellKnownPythonModule(name: string): boolean {
  return PYTHON_MODULES.has(name.split('.')[0] ?? '');
}
