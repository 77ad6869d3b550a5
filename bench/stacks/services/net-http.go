// The service in Go's standard library, alone or, started by a web server, as a CGI program.
package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cgi"
	"os"
	"strings"
	"time"
)

type object map[string]any

func send(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

func isAdmitted(authorization string) bool {
	token := os.Getenv("ACCESS_TOKEN")
	switch os.Getenv("FLAW") {
	case "no guard":
		return true
	case "loose guard":
		return strings.TrimPrefix(authorization, "Bearer ") == token
	}
	return authorization == "Bearer "+token
}

func dateText() string {
	if os.Getenv("FLAW") == "printed date" {
		return time.Now().String()
	}
	return time.Now().UTC().Format(time.RFC3339Nano)
}

// A server in front takes an answer before the end of the request for a failure.
func readFirst(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	http.DefaultServeMux.ServeHTTP(w, r)
}

func main() {
	key := make([]byte, 32)
	rand.Read(key)
	block, _ := aes.NewCipher(key)
	sealer, _ := cipher.NewGCM(block)

	http.HandleFunc("GET /api/v1/user", func(w http.ResponseWriter, _ *http.Request) {
		user := object{"id": "usr_7f3a", "status": "verified", "encryption_key_exists": true, "last_sync": dateText()}
		send(w, 200, object{"user": user})
	})
	http.HandleFunc("GET /api/v1/sync/status", func(w http.ResponseWriter, _ *http.Request) {
		send(w, 200, object{"in_sync": true, "last_sync": dateText()})
	})
	http.HandleFunc("POST /api/v1/backup/create", func(w http.ResponseWriter, _ *http.Request) {
		send(w, 201, object{"backup_id": rand.Text(), "created_at": dateText()})
	})
	http.HandleFunc("POST /api/v1/encrypt", func(w http.ResponseWriter, r *http.Request) {
		if !isAdmitted(r.Header.Get("Authorization")) {
			send(w, 401, object{"error": "unauthorised"})
			return
		}
		var request struct{ Data, Algorithm *string }
		err := json.NewDecoder(r.Body).Decode(&request)
		if err != nil || request.Data == nil || request.Algorithm == nil || *request.Algorithm != "AES-256-GCM" {
			send(w, 400, object{"error": "bad request"})
			return
		}
		nonce := make([]byte, sealer.NonceSize())
		rand.Read(nonce)
		ciphertext := sealer.Seal(nil, nonce, []byte(*request.Data), nil)
		send(w, 200, object{"algorithm": request.Algorithm, "nonce": nonce, "ciphertext": ciphertext})
	})
	service := http.HandlerFunc(readFirst)
	if os.Getenv("GATEWAY_INTERFACE") != "" {
		cgi.Serve(service)
		return
	}
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), service))
}
