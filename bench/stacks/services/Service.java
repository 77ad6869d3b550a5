import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The service on the HTTP server that comes with Java. */
class Service {
  record Encryption(String data, String algorithm) {}

  static final Gson gson = new Gson();
  static final SecureRandom random = new SecureRandom();
  static final SecretKeySpec key = new SecretKeySpec(bytes(32), "AES");
  static final String flaw = System.getenv("FLAW");

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", Service::answer);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  static void answer(HttpExchange call) throws IOException {
    String body = new String(call.getRequestBody().readAllBytes(), "UTF-8");
    switch (call.getRequestMethod() + " " + call.getRequestURI().getPath()) {
      case "GET /api/v1/user" -> send(call, 200, Map.of("user",
          Map.of("id", "usr_7f3a", "status", "verified", "encryption_key_exists", true, "last_sync", date())));
      case "GET /api/v1/sync/status" -> send(call, 200, Map.of("in_sync", true, "last_sync", date()));
      case "POST /api/v1/backup/create" -> send(call, 201,
          Map.of("backup_id", UUID.randomUUID(), "created_at", date()));
      case "POST /api/v1/encrypt" -> encrypt(call, body);
      default -> send(call, 404, Map.of("error", "not found"));
    }
  }

  static void encrypt(HttpExchange call, String body) throws IOException {
    if (!isAdmitted(call.getRequestHeaders().getFirst("Authorization"))) {
      send(call, 401, Map.of("error", "unauthorised"));
      return;
    }
    try {
      Encryption request = gson.fromJson(body, Encryption.class);
      if (!"AES-256-GCM".equals(request.algorithm())) throw new JsonParseException("algorithm");
      byte[] nonce = bytes(12);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
      byte[] ciphertext = cipher.doFinal(request.data().getBytes("UTF-8"));
      send(call, 200, Map.of("algorithm", request.algorithm(), "nonce", base64(nonce), "ciphertext", base64(ciphertext)));
    } catch (Exception notAsShown) {
      send(call, 400, Map.of("error", "bad request"));
    }
  }

  static boolean isAdmitted(String authorization) {
    String token = System.getenv("ACCESS_TOKEN");
    if ("no guard".equals(flaw)) return true;
    if (authorization == null) return false;
    if ("loose guard".equals(flaw)) return authorization.length() > 7 && authorization.substring(7).equals(token);
    return authorization.equals("Bearer " + token);
  }

  static String date() {
    return "printed date".equals(flaw) ? LocalDateTime.now().toString() : Instant.now().toString();
  }

  static void send(HttpExchange call, int status, Object value) throws IOException {
    byte[] body = gson.toJson(value).getBytes("UTF-8");
    call.getResponseHeaders().set("Content-Type", "application/json");
    call.sendResponseHeaders(status, body.length);
    call.getResponseBody().write(body);
    call.close();
  }

  static byte[] bytes(int length) {
    byte[] made = new byte[length];
    random.nextBytes(made);
    return made;
  }

  static String base64(byte[] value) {
    return Base64.getEncoder().encodeToString(value);
  }
}
