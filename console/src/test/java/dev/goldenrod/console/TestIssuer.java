package dev.goldenrod.console;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** An issuer of identities that signs in everybody at once, and lies as a test wants it to. */
final class TestIssuer implements AutoCloseable {
  static final String CLIENT = "goldenrod";
  static final String SECRET = "secret of the client 0123456789 0123456789";

  /** With %1$s for the issuer's URL and %2$s for the device code. */
  static final String DEVICE_RESPONSE =
      """
      {"device_code":"%2$s","user_code":"WDJB-MJHT","verification_uri":"%1$s/device",
       "verification_uri_complete":"%1$s/device?user_code=WDJB-MJHT","expires_in":60,"interval":1}
      """;

  private record Account(String subject, String email) {}

  /** Changes the claims of ID tokens before they are signed. */
  interface Lie {
    void change(JWTClaimsSet.Builder claims);
  }

  /** Makes an ID token of its claims. */
  interface Forgery {
    String token(JWTClaimsSet claims) throws JOSEException;
  }

  private final HttpServer server;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private final Map<String, String> challengesOfDevices = new ConcurrentHashMap<>();
  final AtomicInteger deviceQuestions = new AtomicInteger();
  volatile ECKey key = newKey();
  volatile JWKSet published = new JWKSet(key.toPublicJWK());
  volatile Lie lie = claims -> {};
  volatile Forgery forgery = this::signed;
  volatile String refreshFailure = "";

  /** The subjects for whom a refresh answers {@code invalid_scope}. */
  final Set<String> failingSubjects = ConcurrentHashMap.newKeySet();

  /** Whom refresh tokens belong to. */
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  /** Opened once a refresh may be answered. */
  volatile CountDownLatch refreshGate = new CountDownLatch(0);

  volatile String deviceResponse = DEVICE_RESPONSE;

  /** The error of the device endpoint; empty for none. */
  volatile String deviceRefusal = "";

  /** The error for programs that ask for the result; empty once the person has signed in. */
  volatile String deviceState = "authorization_pending";

  volatile boolean hasDeviceEndpoint = true;
  volatile String subject = "1";
  volatile String email = "ann@example.com";
  volatile List<String> groups = List.of();

  TestIssuer() {
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    server.createContext("/.well-known/openid-configuration", this::discovery);
    server.createContext("/authorize", this::authorize);
    server.createContext("/device/begin", this::beginAtDevice);
    server.createContext("/token", this::token);
    server.createContext("/keys", exchange -> json(exchange, 200, published.toString()));
    server.start();
  }

  static ECKey newKey() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(UUID.randomUUID().toString()).generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  URI url() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  String signed(JWTClaimsSet claims) throws JOSEException {
    return signed(claims, key);
  }

  String typed(String type, JWTClaimsSet claims) throws JOSEException {
    return signed(claims, key, new JOSEObjectType(type));
  }

  static String signed(JWTClaimsSet claims, ECKey with) throws JOSEException {
    return signed(claims, with, null);
  }

  private static String signed(JWTClaimsSet claims, ECKey with, JOSEObjectType type)
      throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(with.getKeyID()).type(type).build(),
            claims);
    token.sign(new ECDSASigner(with));
    return token.serialize();
  }

  private void discovery(HttpExchange exchange) throws IOException {
    json(
        exchange,
        200,
        """
        {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",%2$s
         "jwks_uri":"%1$s/keys","response_types_supported":["code"],
         "subject_types_supported":["public"],"id_token_signing_alg_values_supported":["ES256"]}
        """
            .formatted(
                url(),
                hasDeviceEndpoint
                    ? "\"device_authorization_endpoint\":\"%s/device/begin\",".formatted(url())
                    : ""));
  }

  private void beginAtDevice(HttpExchange exchange) throws IOException {
    Map<String, String> asked = body(exchange);
    if (!isClient(exchange)) {
      json(exchange, 401, "{\"error\":\"invalid_client\"}");
    } else if (!deviceRefusal.isEmpty()) {
      json(exchange, 400, "{\"error\":\"%s\"}".formatted(deviceRefusal));
    } else {
      String code = UUID.randomUUID().toString();
      challengesOfDevices.put(code, asked.get("code_challenge"));
      json(exchange, 200, deviceResponse.formatted(url(), code));
    }
  }

  private void answerDevice(HttpExchange exchange, Map<String, String> sent) throws IOException {
    deviceQuestions.incrementAndGet();
    String code = sent.get("device_code");
    boolean isRight = challenge(sent).equals(challengesOfDevices.get(code));
    if (!isRight || !deviceState.isEmpty()) {
      String error = isRight ? deviceState : "invalid_grant";
      json(exchange, 400, "{\"error\":\"%s\"}".formatted(error));
    } else {
      challengesOfDevices.remove(code);
      tokens(exchange, null);
    }
  }

  private static String challenge(Map<String, String> sent) {
    return CodeChallenge.compute(
            CodeChallengeMethod.S256, new CodeVerifier(sent.get("code_verifier")))
        .getValue();
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> asked = form(exchange.getRequestURI().getRawQuery());
    String code = UUID.randomUUID().toString();
    codes.put(code, asked);
    String target =
        "%s?code=%s&state=%s"
            .formatted(
                asked.get("redirect_uri"),
                code,
                URLEncoder.encode(asked.get("state"), StandardCharsets.UTF_8));
    exchange.getResponseHeaders().add("Location", target);
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> sent = body(exchange);
    if (!isClient(exchange)) {
      json(exchange, 401, "{\"error\":\"invalid_client\"}");
    } else if (sent.get("grant_type").equals("refresh_token")) {
      refresh(exchange, accounts.get(sent.get("refresh_token")));
    } else if (sent.containsKey("device_code")) {
      answerDevice(exchange, sent);
    } else {
      exchangeCode(exchange, sent);
    }
  }

  private static boolean isClient(HttpExchange exchange) {
    String id = URLEncoder.encode(CLIENT, StandardCharsets.UTF_8);
    String secret = URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
    String expected =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    return expected.equals(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private void exchangeCode(HttpExchange exchange, Map<String, String> sent) throws IOException {
    Map<String, String> asked = codes.remove(sent.get("code"));
    boolean isRight =
        asked != null
            && asked.get("redirect_uri").equals(sent.get("redirect_uri"))
            && asked.get("code_challenge_method").equals("S256")
            && challenge(sent).equals(asked.get("code_challenge"));
    if (isRight) {
      tokens(exchange, asked.get("nonce"));
    } else {
      json(exchange, 400, "{\"error\":\"invalid_grant\"}");
    }
  }

  private void refresh(HttpExchange exchange, Account account) throws IOException {
    await(refreshGate);
    String failure = failingSubjects.contains(account.subject) ? "invalid_scope" : refreshFailure;
    if (failure.isEmpty()) {
      tokens(exchange, null, account);
    } else {
      json(exchange, 400, "{\"error\":\"%s\"}".formatted(failure));
    }
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void tokens(HttpExchange exchange, String nonce) throws IOException {
    tokens(exchange, nonce, new Account(subject, email));
  }

  private void tokens(HttpExchange exchange, String nonce, Account account) throws IOException {
    Instant now = Instant.now();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(url().toString())
            .subject(account.subject)
            .audience(CLIENT)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(60)))
            .claim("nonce", nonce)
            .claim("email", account.email)
            .claim("email_verified", true)
            .claim("groups", groups);
    lie.change(claims);
    Map<String, Object> answer = new HashMap<>();
    answer.put("access_token", "access");
    answer.put("token_type", "Bearer");
    String refreshToken = "refresh-" + UUID.randomUUID();
    accounts.put(refreshToken, account);
    answer.put("refresh_token", refreshToken);
    try {
      answer.put("id_token", forgery.token(claims.build()));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
    json(exchange, 200, JSONObjectUtils.toJSONString(answer));
  }

  private static Map<String, String> body(HttpExchange exchange) throws IOException {
    return form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
  }

  private static Map<String, String> form(String text) {
    Map<String, String> form = new HashMap<>();
    URLUtils.parseParameters(text).forEach((name, values) -> form.put(name, values.get(0)));
    return form;
  }

  private static void json(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
