import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gradleBuild } from '../../../../src/platform/workspace/manifests/gradleBuild';
import {
  composerJson,
  packageJson,
} from '../../../../src/platform/workspace/manifests/jsonManifests';
import {
  gemfile,
  goMod,
  requirementsTxt,
} from '../../../../src/platform/workspace/manifests/lineManifests';
import { pomXml } from '../../../../src/platform/workspace/manifests/pomXml';
import {
  cargoToml,
  pyprojectToml,
} from '../../../../src/platform/workspace/manifests/tomlManifests';

describe('dependencies in manifests', () => {
  it('are those of all four tables of a package.json', () => {
    const manifest = {
      name: 'shop',
      dependencies: { zod: '^4', '@scope/pkg': '1' },
      devDependencies: { mocha: '12' },
      peerDependencies: { react: '*' },
      optionalDependencies: { fsevents: '2' },
      scripts: { test: 'mocha' },
    };
    assert.deepEqual(packageJson(JSON.stringify(manifest)), [
      'zod',
      '@scope/pkg',
      'mocha',
      'react',
      'fsevents',
    ]);
  });

  it('are none where a package.json has another shape', () => {
    for (const text of ['null', '[]', '"x"', '{"dependencies":["a"]}', '{"dependencies":"a"}'])
      assert.deepEqual(packageJson(text), [], text);
  });

  it('are packages, not PHP and its extensions, in a composer.json', () => {
    const manifest = {
      require: { php: '>=8.2', 'ext-json': '*', 'monolog/monolog': '^3' },
      'require-dev': { 'phpunit/phpunit': '^11' },
    };
    assert.deepEqual(composerJson(JSON.stringify(manifest)), [
      'monolog/monolog',
      'phpunit/phpunit',
    ]);
  });

  it('are the names in a requirements file, in one spelling', () => {
    const text = `
# comment
-r base.txt
--index-url https://packages.example.org/simple
Flask==3.0.3  # web
python_dateutil>=2.9 ; python_version < "3.13"
uvicorn[standard]~=0.30
requests @ https://example.org/requests.tar.gz
httpx\\
numpy==2.1.0 \\
    --hash=sha256:0123456789abcdef
./local/package
https://example.org/thing.whl
-e git+https://example.org/repo.git@main#egg=Own_Tool
`;
    assert.deepEqual(requirementsTxt(text), [
      'flask',
      'python-dateutil',
      'uvicorn',
      'requests',
      'numpy',
      'own-tool',
    ]);
  });

  it('are those of PEP 621, of groups and of Poetry in a pyproject.toml', () => {
    const text = `
[project]
name = "shop"
dependencies = ["Flask>=3", "httpx[http2]"]
[project.optional-dependencies]
dev = ["pytest>=8"]
[dependency-groups]
lint = ["ruff", {include-group = "dev"}]
[tool.poetry.dependencies]
python = "^3.12"
Django = "^5"
[tool.poetry.group.test.dependencies]
pytest_cov = { version = "^5" }
`;
    assert.deepEqual(pyprojectToml(text), [
      'flask',
      'httpx',
      'pytest',
      'ruff',
      'django',
      'pytest-cov',
    ]);
  });

  it('are those of all kinds and targets in a Cargo.toml', () => {
    const text = `
[package]
name = "shop"
[dependencies]
serde = { version = "1", features = ["derive"] }
[dependencies.tokio]
version = "1"
[dev-dependencies]
proptest = "1"
[build-dependencies]
cc = "1"
[target.'cfg(unix)'.dependencies]
nix = "0.29"
[workspace.dependencies]
log = "0.4"
`;
    assert.deepEqual([...cargoToml(text)].sort(), [
      'cc',
      'log',
      'nix',
      'proptest',
      'serde',
      'tokio',
    ]);
  });

  it('are what a go.mod requires directly', () => {
    const text = `module example.org/shop

go 1.23

require github.com/google/uuid v1.6.0

require (
	github.com/stretchr/testify v1.9.0
	// a comment
	golang.org/x/text v0.17.0 // indirect
)

replace github.com/google/uuid v1.6.0 => ../uuid
exclude (
	github.com/old/thing v1.0.0
)
`;
    assert.deepEqual(goMod(text), ['github.com/google/uuid', 'github.com/stretchr/testify']);
  });

  it('are group and artifact in a pom.xml, managed and of profiles too, plugins not', () => {
    const dependency = (artifact: string) =>
      `<dependency><groupId>org.example</groupId><artifactId>${artifact}</artifactId><version>1</version></dependency>`;
    const text = `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <dependencies>${dependency('one')}${dependency('two')}</dependencies>
  <dependencyManagement><dependencies>${dependency('bom')}</dependencies></dependencyManagement>
  <build><plugins><plugin><groupId>org.example</groupId><artifactId>plugin</artifactId>
    <dependencies>${dependency('of-plugin')}</dependencies></plugin></plugins></build>
  <profiles><profile><id>a</id><dependencies>${dependency('a')}</dependencies></profile>
    <profile><id>b</id><dependencies>${dependency('b')}</dependencies></profile></profiles>
</project>`;
    assert.deepEqual(
      pomXml(text),
      ['one', 'two', 'a', 'b', 'bom'].map((name) => `org.example:${name}`),
    );
  });

  it('are those of every configuration of a Gradle script, in Groovy and in Kotlin', () => {
    const text = `
plugins { id 'java' version '1' }
dependencies {
    implementation 'com.google.guava:guava:33.0.0-jre'
    testImplementation("org.junit.jupiter:junit-jupiter:5.11.0")
    api(platform("org.springframework.boot:spring-boot-dependencies:3.3.2"))
    runtimeOnly group: 'org.postgresql', name: 'postgresql', version: '42.7.3'
    implementation(libs.okhttp.core)
    implementation project(':core')
    // implementation 'com.example:commented:1'
    annotationProcessor "org.projectlombok:lombok"
}
task hello { description 'prints: hello' }
`;
    assert.deepEqual(gradleBuild(text), [
      'com.google.guava:guava',
      'org.junit.jupiter:junit-jupiter',
      'org.springframework.boot:spring-boot-dependencies',
      'org.postgresql:postgresql',
      'libs.okhttp.core',
      'org.projectlombok:lombok',
    ]);
  });

  it('are the gems of a Gemfile', () => {
    const text = `source 'https://rubygems.example.org'
# gem 'no'
gem 'rails', '~> 7.2'
group :test do
  gem "rspec"
  gem('capybara')
end
`;
    assert.deepEqual(gemfile(text), ['rails', 'rspec', 'capybara']);
  });

  const byLine = { requirementsTxt, goMod, gemfile, gradleBuild };
  for (const [name, read] of Object.entries(byLine))
    it(`are read without throwing whatever the text is, by ${name}`, () => {
      const words = ['require', '(', ')', 'gem', '"', "'", 'a:b', ' ', '\t', '\n', '\0', '\ud800'];
      const text = fc
        .array(fc.oneof(fc.constantFrom(...words), fc.string()))
        .map((x) => x.join(''));
      fc.assert(fc.property(text, (each) => Array.isArray(read(each))));
    });

  it('are read to the end even from a megabyte of one line or of one prefix', () => {
    for (const piece of [' ', 'gem (', 'a', 'implementation ', '"a:', '-e ', 'require (\n', '# '])
      for (const read of Object.values(byLine))
        assert.ok(new Set(read(piece.repeat(1_000_000 / piece.length))).size < 2, piece);
  });
});
