package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.route.Route;
import dev.goldenrod.testing.InMemoryStore;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Hostile input to any route gets a timely response that is not a 500. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {
  private static final OpenApiDocument DOCUMENT = OpenApiDocument.read();
  private static final Map<String, String> SOUND = sound();
  private static final Map<String, String> OF_DATABASES =
      Map.of("version", "\"15\"", "config", "{\"cpu\":\"2\"}");
  private static final List<String> HOSTILE_VALUES =
      List.of(
          "null",
          "true",
          "-1",
          "0",
          "1.5",
          "1e400",
          "-1e-400",
          "9".repeat(900),
          "99999999999999999999",
          "\"\"",
          "\"" + "a".repeat(10_000) + "\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"../../etc/passwd\"",
          "\"'; drop table instances; --\"",
          "\"99999999999999999999999999h\"",
          "\"\\u202e\\ufffe\\ud83d\\ude00\"",
          "[]",
          "[[[[[[[[[[]]]]]]]]]]",
          "{}",
          "{\"\":{\"\\u0000\":1}}");
  private static final List<String> HOSTILE_IDS =
      List.of(
          "x",
          "%20",
          "%ff",
          "%c0%ae",
          "..",
          "%2e%2e",
          "..%2f..%2fetc%2fpasswd",
          "..%5c",
          ";a=b",
          "1-1-1-1-1",
          "0f0e0d0c-0b0a-4908-8706-05040302010",
          "0f0e0d0c-0b0a-4908-8706-0504030201000",
          "%F0%9F%98%80",
          "a".repeat(5_000));
  private static final List<String> HOSTILE_QUERIES =
      List.of(
          "wait=99999999999999999999999h",
          "wait=-1s",
          "wait=%00",
          "wait=%ff",
          "wait",
          "wait=1s%0d%0aX:y",
          "limit=1e400&before=%00",
          "limit=-99999999999999999999",
          "force=%ff&force=true",
          "=&&==&a=b=c");

  private static final List<BodyPublisher> BROKEN_BODIES = brokenBodies();
  private static final List<BodyPublisher> LARGE_BODIES = largeBodies();

  private TestServer server;
  private List<Route> routes;

  @BeforeAll
  void serve() {
    server = TestServer.of(new InMemoryStore());
    routes = server.routes();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> a_hostile_value_in_any_field() {
    return each(
        routes.stream().filter(route -> !fields(route).isEmpty()),
        route ->
            fields(route).forEach(field -> HOSTILE_VALUES.forEach(v -> send(route, field, v))));
  }

  @TestFactory
  Stream<DynamicTest> a_body_that_is_no_object_of_sense() {
    return each(
        route -> {
          String mine = path(route, server.fixtures.of("mine"));
          for (BodyPublisher body : BROKEN_BODIES) {
            requireSane(send(route, path(route, Fixtures.NONE), body));
            requireSane(send(route, mine, body));
          }
          for (BodyPublisher body : LARGE_BODIES) {
            requireSane(send(route, mine, body));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> an_id_that_is_none() {
    return each(
        routes.stream().filter(route -> route.path().contains("{")),
        route ->
            HOSTILE_IDS.forEach(id -> requireSane(send(route, path(route, id), soundBody(route)))));
  }

  @TestFactory
  Stream<DynamicTest> a_query_nobody_understands() {
    return each(
        route ->
            HOSTILE_QUERIES.forEach(
                query ->
                    requireSane(
                        send(route, path(route, Fixtures.NONE) + "?" + query, soundBody(route)))));
  }

  /** One route per method and replay support suffices: header handling depends on nothing else. */
  @TestFactory
  Stream<DynamicTest> a_header_of_nonsense() {
    Map<String, Route> ofMethods = new TreeMap<>();
    routes.forEach(route -> ofMethods.putIfAbsent(route.method() + route.isReplayable(), route));
    return each(
        ofMethods.values().stream(),
        route -> {
          for (String value : List.of("", " ", "x", "\t", "é", "a".repeat(300), "Bearer", "{}")) {
            requireSane(
                server.http.send(
                    server
                        .http
                        .request(
                            route.method(),
                            path(route, Fixtures.NONE),
                            TestServer.token("admin"),
                            BodyPublishers.ofString("{}"))
                        .header("Idempotency-Key", value)
                        .header("X-Request-Id", value)
                        .header("X-Client-CLI-Version", value)
                        .header("Content-Type", value)));
            requireSane(
                server.http.send(
                    server
                        .http
                        .request(
                            route.method(), path(route, Fixtures.NONE), "", BodyPublishers.noBody())
                        .header("Authorization", value)));
          }
        });
  }

  private interface Attack {
    void on(Route route);
  }

  private Stream<DynamicTest> each(Attack attack) {
    return each(routes.stream(), attack);
  }

  private static Stream<DynamicTest> each(Stream<Route> routes, Attack attack) {
    return routes.map(
        route ->
            DynamicTest.dynamicTest(route.method() + " " + route.path(), () -> attack.on(route)));
  }

  private void send(Route route, String field, String value) {
    Map<String, String> body = new LinkedHashMap<>();
    fields(route).forEach(each -> body.put(each, sound(route, each)));
    assertThat(body).as("a sound value for each field").doesNotContainValue(null);
    body.put(field, value);
    requireSane(send(route, path(route, Fixtures.NONE), BodyPublishers.ofString(json(body))));
  }

  private Reply send(Route route, String path, BodyPublisher body) {
    return server.http.send(
        server.http.request(route.method(), path, TestServer.token("admin"), body));
  }

  private static void requireSane(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isLessThan(500);
    assertThat(reply.header("X-Request-Id")).matches("[A-Za-z0-9._-]{1,128}");
    if (reply.status() >= 400) {
      assertThat(reply.json().get("error").textValue()).isNotEmpty();
    }
    if (reply.status() == 400) {
      assertThat(reply.json().path("details"))
          .as(reply.body())
          .hasSize(1)
          .allSatisfy(detail -> assertThat(detail.path("problem").asText()).isNotBlank())
          .allSatisfy(detail -> assertThat(detail.path("field").isTextual()).isTrue());
    }
  }

  private static String path(Route route, String id) {
    return route.path().replaceAll("\\{\\w+}", Matcher.quoteReplacement(id));
  }

  private static List<BodyPublisher> brokenBodies() {
    String half = json(SOUND).substring(0, 40);
    return List.of(
        BodyPublishers.noBody(),
        BodyPublishers.ofString(""),
        BodyPublishers.ofString("   "),
        BodyPublishers.ofString(half),
        BodyPublishers.ofString("null"),
        BodyPublishers.ofString("\"text\""),
        BodyPublishers.ofString("[" + json(SOUND) + "]"),
        BodyPublishers.ofString(json(SOUND) + json(SOUND)),
        BodyPublishers.ofString("{\"golden\":\"a\",\"golden\":\"b\"}"),
        BodyPublishers.ofString("[".repeat(100_000)),
        BodyPublishers.ofString("{\"a\":".repeat(50_000) + "1" + "}".repeat(50_000)),
        BodyPublishers.ofString("9".repeat(100_000)),
        BodyPublishers.ofString(json(SOUND), StandardCharsets.UTF_16),
        BodyPublishers.ofByteArray(new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"'}),
        BodyPublishers.ofByteArray(
            new byte[] {'{', '"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"', ':', '1', '}'}),
        BodyPublishers.ofByteArray(new byte[1000]));
  }

  private static List<BodyPublisher> largeBodies() {
    return List.of(
        BodyPublishers.ofString("{\"" + "k".repeat(500_000) + "\":1}"),
        BodyPublishers.ofString(" ".repeat(2 << 20)),
        BodyPublishers.fromPublisher(BodyPublishers.ofString(" ".repeat(2 << 20))));
  }

  private static List<String> fields(Route route) {
    return DOCUMENT.fields(route.method() + " " + route.path());
  }

  /** Returns a valid body without a password, which is slow to hash. */
  private static BodyPublisher soundBody(Route route) {
    Map<String, String> body = new LinkedHashMap<>();
    fields(route).stream()
        .filter(field -> !field.equals("password"))
        .forEach(field -> body.put(field, sound(route, field)));
    return BodyPublishers.ofString(json(body));
  }

  private static String sound(Route route, String field) {
    Map<String, String> other = route.path().contains("databases") ? OF_DATABASES : Map.of();
    return other.getOrDefault(field, SOUND.get(field));
  }

  private static String json(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Returns valid values for the fields of all routes. */
  private static Map<String, String> sound() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("name", "\"shop\"");
    fields.put("substrate", "\"postgres\"");
    fields.put("source_ref", "\"nightly\"");
    fields.put("vsc_handle", "\"h\"");
    fields.put("size_bytes", "1");
    fields.put("shared", "true");
    fields.put("reindex", "true");
    fields.put("kind", "\"rds\"");
    fields.put("config", "{\"host\":\"h\"}");
    fields.put("scoped_creds_ref", "\"creds\"");
    fields.put("source_id", "\"" + Fixtures.NONE + "\"");
    fields.put("golden", "\"shop\"");
    fields.put("golden_version", "0");
    fields.put("pg_major", "17");
    fields.put("size", "\"small\"");
    fields.put("ttl", "\"8h\"");
    fields.put("version", "0");
    fields.put("max_instances_per_user", "0");
    fields.put("max_instances_per_org", "0");
    fields.put("email", "\"a@example.com\"");
    fields.put("password", "\"correct horse battery\"");
    fields.put("current_password", "\"wrong horse battery\"");
    fields.put("display_name", "\"Ann\"");
    fields.put("token", "\"deadbeef\"");
    fields.put("role", "\"user\"");
    fields.put("status", "\"disabled\"");
    fields.put("ttl_seconds", "3600");
    fields.put("target", "1");
    fields.put("type", "\"postgresql\"");
    fields.put("description", "\"to try\"");
    fields.put("cluster", "\"\"");
    fields.put("protected", "true");
    fields.put("scopes", "[\"read\"]");
    fields.put("cron", "\"0 3 * * *\"");
    fields.put("keep", "7");
    fields.put("require_masking", "true");
    fields.put("rules", "\"version: 1\"");
    fields.put("replaces", "0");
    fields.put("table", "\"public.customer\"");
    return fields;
  }
}
