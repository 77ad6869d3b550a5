// tls-end PORT http/1.1|h2: TLS 1.3 before the HTTP service on this port of the loopback; prints its own port.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"time"
)

func main() {
	service, protocol := &url.URL{Scheme: "http", Host: "127.0.0.1:" + os.Args[1]}, os.Args[2]
	onward := httputil.NewSingleHostReverseProxy(service)
	onward.Transport = &http.Transport{MaxIdleConnsPerHost: 1000, DisableCompression: true}
	server := http.Server{Handler: onward, Protocols: new(http.Protocols), TLSConfig: &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{selfSigned()},
	}}
	server.Protocols.SetHTTP1(protocol == "http/1.1")
	server.Protocols.SetHTTP2(protocol == "h2")
	listener := ok(net.Listen("tcp", ":0"))
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(server.ServeTLS(listener, "", ""))
}

func selfSigned() tls.Certificate {
	key := ok(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour)}
	der := ok(x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key))
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func ok[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
