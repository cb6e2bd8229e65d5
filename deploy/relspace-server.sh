#!/bin/sh
# For root: relspace-server with the settings and the folder of relative-space.service.
#   install -m 755 deploy/relspace-server.sh /usr/local/sbin/relspace-server
set -eua
RELSPACE_PORT=22 RELSPACE_METRICS_PORT=9222 RELSPACE_DATA_DIR=/var/lib/relative-space
if [ -e /etc/relative-space.env ]; then
    . /etc/relative-space.env
fi
exec /opt/relative-space/bin/relspace-server "$@"
