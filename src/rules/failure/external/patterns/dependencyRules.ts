import type { ExternalRule } from './externalRule';

const dependency = (
  pattern: RegExp,
  isOwn: (subject: string) => boolean = isProjectsOwnModule,
  nameOf: (subject: string) => string = packageName,
): ExternalRule => ({
  kind: 'missing_dependency',
  handling: 'blocked',
  at: 'start',
  pattern,
  isOwn,
  nameOf,
});

const never = (): boolean => false;
const asIs = (subject: string): string => subject;
const unknownPython = (name: string): boolean => !isWellKnownPythonModule(name);
const topLevel = (name: string): string => name.split('.')[0] ?? name;

/**
 * Packages that are not installed or not available. A relative module is the project's own, and so is a Python module
 * that is not well known: `from calc import add` fails with the same message whether `calc` is a package or a file that
 * the agent should write.
 */
export const DEPENDENCY_RULES: readonly ExternalRule[] = [
  dependency(/^Failed to load url (?<subject>\S{1,300}) \(resolved id:/),
  dependency(/\berror NU1101: Unable to find package (?<subject>[\w.-]{0,100}[\w-])/, never, asIs),
  dependency(/^Cannot find (?:module|package) ['"](?<subject>[^'"]{1,300})['"]/),
  dependency(
    /^(?:Error: )?(?:Module not found: )?(?:Error: )?Can't resolve '(?<subject>[^']{1,300})' in '/,
  ),
  dependency(/^(?:✘ )?(?:\[ERROR\] )?Could not resolve "(?<subject>[^"]{1,300})"$/),
  dependency(
    /^(?:\[plugin:[\w:-]{1,60}\] )?Failed to resolve import "(?<subject>[^"]{1,300})" from "/,
  ),
  dependency(
    /^TS(?:2307|7016): (?:Cannot find|Could not find a declaration file for) module '(?<subject>[^']{1,300})'/,
  ),
  dependency(/^No module named '?(?<subject>[\w.]{1,200})'?$/, unknownPython, topLevel),
  dependency(
    /^\S{1,200}python[\d.]{0,6}(?:\.exe)?: No module named '?(?<subject>[\w.]{1,200})'?$/,
    unknownPython,
    topLevel,
  ),
  dependency(
    /^(?:No matching distribution found for|Could not find a version that satisfies the requirement) (?<subject>[\w.-]{1,200})/,
    never,
    asIs,
  ),
  dependency(/(?:^|: )cannot load such file -- (?<subject>[\w./-]{1,200}) \(LoadError\)/),
  dependency(/^Could not find gem '(?<subject>[\w.-]{1,100})/, never, asIs),
  dependency(
    /^(?:\S{1,300}: )?(?:no required module provides package|cannot find module providing package|missing go\.sum entry for module providing package) (?<subject>[\w./@-]{1,200}[\w/])/,
    never,
    asIs,
  ),
  dependency(/^no matching package (?:named|found).{0,20} `(?<subject>[\w-]{1,100})`/, never, asIs),
  dependency(/^(?:.{0,300}: )?Could not find artifact (?<subject>[\w.:-]{1,200}[\w])/, never, asIs),
  dependency(
    /^Could not find (?<subject>[\w.-]{1,100}:[\w.-]{1,100}:[\w.-]{1,60}[\w])\.?$/,
    never,
    asIs,
  ),
  dependency(
    /^404 {1,4}'?(?<subject>@?[\w./-]{1,200})(?:@[^']{0,60})?' is not in (?:this|the npm) registry/,
    never,
    asIs,
  ),
  dependency(
    /^(?:PHP )?(?:(?:Fatal error|Warning):\s{1,4})?(?:Uncaught Error: )?(?:Failed opening required|require(?:_once)?\()\s?'?(?<subject>[^')]{0,200}vendor\/autoload\.php)/,
    never,
    () => 'vendor/autoload.php',
  ),
  dependency(/^Can't locate (?<subject>[\w/]{1,200})\.pm in @INC/, never, asIs),
];

/** First parts of aliases for a project's own code. */
const ALIASES = new Set(
  'src app lib test tests spec core shared common components pages utils util helpers config types @ ~ # @src @app @lib @test @core @shared @common @components @pages @utils @config @types'.split(
    ' ',
  ),
);
const IN_PACKAGES = /node_modules[\\/]((?:@[^\\/]{1,100}[\\/])?[^\\/]{1,100})/;
const PACKAGE = /^(?:@[a-z\d~-][\w.~-]{0,100}\/)?[a-z\d~-][\w.~-]{0,213}(?=\/|$)/;

/**
 * Whether a JavaScript module is the project's own: relative, absolute, an alias, or not a valid package name. A path
 * inside `node_modules` is a package.
 */
function isProjectsOwnModule(name: string): boolean {
  if (IN_PACKAGES.test(name)) return false;
  const [first = ''] = name.split('/');
  return ALIASES.has(first) || name.startsWith('node:') || !PACKAGE.test(name);
}

/** Returns the package of a module: `express` of `express/lib/router`. */
function packageName(name: string): string {
  const path = IN_PACKAGES.exec(name)?.[1];
  return path?.replace('\\', '/') ?? PACKAGE.exec(name)?.[0] ?? name;
}

/** Import names of the most used pip packages; any other module may be the project's own. */
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

/** Whether the module belongs to a well-known package, by the first part of its name. */
function isWellKnownPythonModule(name: string): boolean {
  return PYTHON_MODULES.has(name.split('.')[0] ?? '');
}
