package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.route.Route;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.testing.InMemoryStore;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdempotencyTest {
  private static final String LAUNCH = "/v1/instances";
  private static final String BODY = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";

  private TestServer server;
  private String key;
  private int launchedBefore;

  @BeforeAll
  void serve() {
    server = TestServer.of(new InMemoryStore());
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @BeforeEach
  void begin() {
    key = UUID.randomUUID().toString();
    launchedBefore = server.control.instances().list(server.admin).size();
  }

  private Reply post(String who, String path, String key, String body) {
    return send(who, "POST", path, key, body);
  }

  private Reply patch(String path, String key, String body) {
    return send("ann", "PATCH", path, key, body);
  }

  private Reply send(String who, String method, String path, String key, String body) {
    return sendWith(TestServer.token(who), method, path, key, body);
  }

  private Reply sendWith(String token, String method, String path, String key, String body) {
    HttpRequest.Builder request =
        server.http.request(method, path, token, TestHttpClient.publisher(body));
    return server.http.send(request.header("Idempotency-Key", key));
  }

  private int launched() {
    return server.control.instances().list(server.admin).size() - launchedBefore;
  }

  @Test
  void a_token_with_other_scopes_is_told_no_kept_answer() {
    String scoped =
        server
            .control
            .tokens()
            .create(server.ann, "ci", 0, Scopes.of(List.of("golden:crm")))
            .secret();
    post("ann", LAUNCH, key, BODY);

    Reply other = sendWith(scoped, "POST", LAUNCH, key, BODY);

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.header("Idempotency-Replayed")).isEmpty();
  }

  @Test
  void a_repetition_gets_the_first_answer_and_changes_nothing() {
    Reply first = post("ann", LAUNCH, key, BODY);
    Reply again = post("ann", LAUNCH, key, BODY);

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Content-Type")).isEqualTo("application/json");
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(launched()).isEqualTo(1);
  }

  @Test
  void the_body_that_was_kept_is_answered_with_the_status_of_the_route() throws Exception {
    String request = fingerprint("POST " + LAUNCH + "\n" + BODY);
    IdempotencyRecord kept =
        new IdempotencyRecord(
            server.ann.userId(), key, request, "{\"id\":1}", false, server.clock.instant());
    server.store.useTransaction(tx -> tx.idempotency().insertIfAbsent(kept));

    Reply again = post("ann", LAUNCH, key, BODY);

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo("{\"id\":1}");
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(launched()).isZero();
  }

  private static String fingerprint(String request) throws NoSuchAlgorithmException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(sha256.digest(request.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void an_empty_answer_is_repeated_empty() {
    String share = "/v1/snapshots/" + server.fixtures.of("golden") + "/share";
    post("admin", share, key, "{\"shared\":true}");
    Reply again = post("admin", share, key, "{\"shared\":true}");

    assertThat(again.status()).isEqualTo(204);
    assertThat(again.body()).isEmpty();
    assertThat(again.header("Content-Type")).isEmpty();
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
  }

  @Test
  void the_key_with_another_body_is_refused() {
    post("ann", LAUNCH, key, BODY);
    Reply other = post("ann", LAUNCH, key, "{\"golden\":\"shop\",\"ttl\":\"9h\"}");

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.body()).isEqualTo("{\"error\":\"idempotency key reused\"}");
    assertThat(launched()).isEqualTo(1);
  }

  @Test
  void a_repetition_may_wait_for_another_time() {
    Reply first = post("ann", LAUNCH + "?wait=2s", key, BODY);
    Reply again = post("ann", LAUNCH + "?wait=1s", key, BODY);

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.header("Idempotency-Replayed")).isNotEmpty();
    assertThat(post("ann", LAUNCH, key, BODY).status()).isEqualTo(201);
    assertThat(launched()).isEqualTo(1);
  }

  @Test
  void the_key_on_another_path_is_refused() {
    String mine = LAUNCH + "/" + server.fixtures.of("mine");
    post("ann", mine + "/reset", key, "");

    assertThat(post("ann", mine + "/refresh", key, "").status()).isEqualTo(422);
  }

  @Test
  void the_key_of_another_caller_is_another_key() {
    post("ann", LAUNCH, key, BODY);
    Reply bobs = post("bob", LAUNCH, key, BODY);

    assertThat(bobs.status()).isEqualTo(201);
    assertThat(bobs.header("Idempotency-Replayed")).isEmpty();
    assertThat(launched()).isEqualTo(2);
  }

  @Test
  void a_refusal_is_not_kept() {
    assertThat(post("ann", LAUNCH, key, "{").status()).isEqualTo(400);
    assertThat(post("ann", LAUNCH, key, "{\"golden\":\"none\",\"ttl\":\"8h\"}").status())
        .isEqualTo(400);
    assertThat(post("ann", LAUNCH, key, BODY).status()).isEqualTo(201);
  }

  @Test
  void a_request_whose_first_is_under_way_is_refused() throws Exception {
    String fingerprint = fingerprint("POST " + LAUNCH + "\n" + BODY);
    Reply second =
        server
            .control
            .idempotencyKeys()
            .answer(
                server.ann,
                Idempotency.request(key, fingerprint, result -> ""),
                kept -> null,
                () -> {
                  assertThat(post("ann", LAUNCH, key, "{}").status()).isEqualTo(422);
                  return post("ann", LAUNCH, key, BODY);
                });

    assertThat(second.status()).isEqualTo(409);
    assertThat(second.body()).isEqualTo("{\"error\":\"request in progress\"}");
    assertThat(launched()).isZero();
  }

  @Test
  void every_route_that_honours_the_key_answers_its_repetition_from_the_store() {
    String mine = LAUNCH + "/" + server.fixtures.of("mine");
    Map<String, String> others = new LinkedHashMap<>();
    others.putAll(
        Map.of(
            "/v1/auth/logout",
            "",
            "/v1/snapshots/versions",
            "{\"name\":\"kept\",\"substrate\":\"postgres\",\"vsc_handle\":\"vsc-kept\"}",
            "/v1/snapshots/" + server.fixtures.of("golden") + "/share",
            "{\"shared\":true}",
            "/v1/sources",
            "{\"kind\":\"s3\",\"config\":{}}",
            "/v1/imports",
            "{\"source_id\":\"" + server.fixtures.of("source") + "\",\"golden\":\"kept2\"}",
            LAUNCH,
            BODY,
            mine + "/reset",
            "",
            mine + "/refresh",
            "",
            mine + "/extend",
            "{\"ttl\":\"9h\"}",
            "/v1/pools",
            "{\"golden\":\"shop\",\"target\":1}"));
    others.put("/v1/deleted/" + server.fixtures.of("deletedDb") + "/restore", "");
    others.putAll(postsOfDatabases(""));
    others.putAll(postsOfDatabases("/api"));
    // Created last: getting another fixture ready would also finish this import.
    Map<String, String> bodies = new LinkedHashMap<>();
    bodies.put("/v1/imports/" + server.fixtures.of("running") + "/cancel", "");
    bodies.putAll(others);

    bodies.forEach(
        (path, body) -> {
          String own = UUID.randomUUID().toString();
          Reply first = post("admin", path, own, body);
          Reply again = post("admin", path, own, body);

          assertThat(first.status()).as(path).isBetween(200, 299);
          assertThat(again.header("Idempotency-Replayed")).as(path).isEqualTo("true");
          assertThat(again.status()).as(path).isEqualTo(first.status());
          assertThat(again.body()).as(path).isEqualTo(first.body());
        });
    assertThat(server.routes().stream().filter(Route::isReplayable).map(Route::method))
        .filteredOn("POST"::equals)
        .hasSameSizeAs(bodies.keySet());
  }

  @Test
  void a_patch_of_a_database_is_made_once_for_a_key() {
    String path = "/v1/databases/" + server.fixtures.of("db");
    patch(path, "grow", "{\"description\":\"first\"}");
    patch(path, "later", "{\"description\":\"second\"}");

    Reply again = patch(path, "grow", "{\"description\":\"first\"}");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(again.body()).contains("\"second\"");
    assertThat(patch(path, "grow", "{\"description\":\"third\"}").status()).isEqualTo(422);
  }

  @Test
  void a_repeated_deletion_by_name_leaves_what_was_made_meanwhile_under_the_name() {
    String path = "/v1/databases/again";
    Reply made = makeDatabase("again");
    Reply first = send("ann", "DELETE", path, key, "");
    server.workUntil(() -> server.send("ann", "GET", path, "").status() == 404);
    Reply madeAnew = makeDatabase("again");

    Reply repeated = send("ann", "DELETE", path, key, "");

    assertThat(made.status()).isEqualTo(madeAnew.status()).isBetween(200, 299);
    assertThat(first.status()).isEqualTo(202);
    assertThat(repeated.status()).isEqualTo(202);
    assertThat(repeated.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(server.send("ann", "GET", path, "").json().get("status").textValue())
        .isEqualTo(madeAnew.json().get("status").textValue());
    assertThat(send("ann", "DELETE", path + "?force=true", key, "").status()).isEqualTo(422);
  }

  private Reply makeDatabase(String name) {
    String body = "{\"name\":\"%s\",\"type\":\"mysql\",\"version\":\"8.0\"}".formatted(name);
    return post("ann", "/v1/databases", UUID.randomUUID().toString(), body);
  }

  @Test
  void a_repeated_deletion_of_what_is_gone_by_then_is_answered_as_the_first() {
    String token =
        post("ann", "/v1/auth/tokens", key, "{\"name\":\"gone\"}").json().get("id").asText();
    String source =
        post("admin", "/v1/sources", key, "{\"kind\":\"s3\",\"config\":{}}")
            .json()
            .get("id")
            .asText();

    Map.of("ann", "/v1/auth/tokens/" + token, "admin", "/v1/sources/" + source)
        .forEach(
            (who, path) -> {
              assertThat(send(who, "DELETE", path, "gone", "").status()).as(path).isEqualTo(204);
              assertThat(send(who, "DELETE", path, "gone", "").status()).as(path).isEqualTo(204);
              assertThat(send(who, "DELETE", path, "other", "").status()).as(path).isEqualTo(404);
            });
  }

  private Map<String, String> postsOfDatabases(String prefix) {
    String database = prefix + "/v1/databases/" + server.fixtures.of("db");
    String snapshot = server.fixtures.of("dbSnapshot");
    return Map.of(
        prefix + "/v1/databases",
        "{\"name\":\"%s\",\"type\":\"mysql\",\"version\":\"8.0\"}".formatted(free()),
        database + "/start",
        "",
        database + "/stop",
        "",
        database + "/restart",
        "",
        prefix + "/v1/databases/" + server.fixtures.of("promotable") + "/promote",
        "",
        prefix + "/v1/databases/" + server.fixtures.of("db") + "/upgrade-image",
        "{}",
        database + "/branches",
        "{\"name\":\"%s\"}".formatted(free()),
        database + "/snapshots",
        "{\"name\":\"monday\"}",
        prefix + "/v1/snapshots/" + snapshot + "/branches",
        "{\"name\":\"%s\"}".formatted(free()));
  }

  private String free() {
    return server.fixtures.of("free");
  }

  @Test
  void a_key_is_forgotten_after_a_day() {
    post("ann", LAUNCH, key, BODY);
    server.clock.advance(Duration.ofHours(24).plusSeconds(1));

    assertThat(post("ann", LAUNCH, key, BODY).header("Idempotency-Replayed")).isEmpty();
    assertThat(launched()).isEqualTo(2);
  }

  @Test
  void a_key_nobody_could_keep_is_refused() {
    assertThat(post("ann", LAUNCH, "x".repeat(256), BODY).status()).isEqualTo(400);
    assertThat(post("ann", LAUNCH, "two words", BODY).status()).isEqualTo(400);
    assertThat(launched()).isZero();
  }

  @Test
  void routes_that_hand_out_a_secret_ignore_the_key() {
    String invite = "{\"email\":\"a@example.com\",\"role\":\"user\"}";
    Reply first = post("admin", "/v1/invites", key, invite);
    Reply second = post("admin", "/v1/invites", key, invite);

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body()).isNotEqualTo(first.body());
    assertThat(post("ann", "/v1/auth/tokens", key, "{\"name\":\"ci\"}").status()).isEqualTo(201);
    Reply far = post("admin", "/v1/clusters", key, "{\"name\":\"far\"}");
    assertThat(far.status()).isEqualTo(201);
    String renew = "/v1/clusters/" + far.json().get("id").textValue() + "/token";
    Reply renewed = post("admin", renew, key, "");
    assertThat(renewed.header("Cache-Control")).isEqualTo("no-store");
    assertThat(post("admin", renew, key, "").json()).isNotEqualTo(renewed.json());
  }

  @Test
  void the_token_and_the_role_come_before_the_key() {
    assertThat(post("nobody", LAUNCH, "two words", BODY).status()).isEqualTo(401);
    assertThat(post("ann", "/v1/sources", "two words", "{}").status()).isEqualTo(403);
  }
}
