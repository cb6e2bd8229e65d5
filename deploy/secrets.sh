#!/bin/sh
# Makes what a cluster needs and nobody else may have: certificates, passwords, the host key. docs/clustering.md says
# which file goes where.
#
#   sh deploy/secrets.sh FOLDER NAME[=ADDRESS] …
#
# FOLDER must not exist. There is one NAME for each NATS server: nats1=10.0.0.1, or nats1 alone if it is known by that
# name. Needs openssl and ssh-keygen.
set -eu
umask 077

if [ $# -lt 2 ]; then
    echo "usage: sh secrets.sh FOLDER NAME[=ADDRESS] …" >&2
    exit 2
fi
folder=$1
shift
if [ -e "$folder" ]; then
    echo "$folder is there already: what is in use is not made anew; name another folder" >&2
    exit 1
fi
mkdir -p "$folder"

# Ten years for who signs, two for the servers: then run `secrets.sh` into another folder and replace them all.
openssl ecparam -genkey -name prime256v1 -noout -out "$folder/ca-key.pem"
openssl req -x509 -new -key "$folder/ca-key.pem" -sha256 -days 3650 -subj "/CN=Relative Space NATS" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign" -out "$folder/ca.pem"

for server in "$@"; do
    name=${server%%=*}
    address=${server#*=}
    case $address in
    *:*) kind=IP ;; # IPv6
    *[!0-9.]*) kind=DNS ;;
    *) kind=IP ;;
    esac
    openssl ecparam -genkey -name prime256v1 -noout -out "$folder/$name-key.pem"
    openssl req -new -key "$folder/$name-key.pem" -subj "/CN=$name" -out "$folder/$name.csr"
    # Routes have each server be the other's client too.
    printf '%s\n' "subjectAltName=DNS:$name,$kind:$address" "keyUsage=critical,digitalSignature" \
        "extendedKeyUsage=serverAuth,clientAuth" >"$folder/$name.ext"
    openssl x509 -req -in "$folder/$name.csr" -CA "$folder/ca.pem" -CAkey "$folder/ca-key.pem" -CAcreateserial \
        -sha256 -days 730 -extfile "$folder/$name.ext" -out "$folder/$name.pem"
    rm "$folder/$name.csr" "$folder/$name.ext"
done
rm -f "$folder/ca.srl"
chmod 644 "$folder"/*.pem
chmod 600 "$folder"/*-key.pem

# NATS takes what stands in the environment for a number if it looks like one: passwords begin with a letter.
{
    echo "NATS_PASSWORD=p$(openssl rand -hex 24)"
    echo "NATS_ROUTES_PASSWORD=p$(openssl rand -hex 24)"
} >"$folder/passwords.env"

ssh-keygen -q -t ed25519 -N '' -C relative-space -f "$folder/ssh_host_ed25519_key"
echo "$folder: certificates of $*, passwords.env, and the host key. Keep ca-key.pem where no server is."
