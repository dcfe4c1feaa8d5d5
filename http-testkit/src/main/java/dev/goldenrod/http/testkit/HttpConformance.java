package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The API specification as a table with each response of each endpoint. The test of a store extends
 * this class with its store.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HttpConformance {
  /** Content types of the responses that are not JSON, by the prefix of their expected body. */
  private static final Map<String, String> CONTENT_TYPES =
      Map.of(
          "sql:", "application/sql",
          "metrics:", "text/plain; version=0.0.4; charset=utf-8",
          "gzip:", "application/gzip",
          "pem:", "application/x-pem-file",
          "attestation:", "application/vnd.goldenrod.attestation");

  private static final Pattern FIXTURE = Pattern.compile("\\$([a-zA-Z0-9]+)");
  private static final JsonMapper JSON = new JsonMapper();
  private static final OpenApiDocument DOCUMENT = OpenApiDocument.read();

  private TestServer server;
  private TestServer withoutCluster;
  private TestServer capped;

  /** Returns an empty store, which the tests close. */
  protected abstract Store newStore();

  /** Wraps the data plane, for adapters that do not call it directly. */
  protected DataPlane reach(FakeDataPlane dataPlane) {
    return dataPlane;
  }

  @BeforeAll
  void serve() {
    HttpOptions patient = TestServer.options().withPatience(Duration.ofSeconds(60));
    server = TestServer.of(newStore(), patient, this::reach);
    capped = TestServer.withoutDatabases(newStore(), this::reach);
    withoutCluster = TestServer.withoutCluster(newStore());
  }

  @AfterAll
  void stop() {
    server.close();
    withoutCluster.close();
    capped.close();
  }

  @TestFactory
  Stream<DynamicTest> the_service() {
    return table(ServiceRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> who_may_use_a_route() {
    return table(AccessRows.rows(server.routes()));
  }

  @TestFactory
  Stream<DynamicTest> logins_profiles_and_tokens() {
    return table(AuthRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> invites() {
    return table(InviteRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> members() {
    return table(UserRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> clusters() {
    return table(ClusterRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> engines() {
    return table(ClusterRows.engines());
  }

  @TestFactory
  Stream<DynamicTest> pools() {
    return table(PoolRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> goldens() {
    return table(GoldenRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> sources() {
    return table(SourceRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> masking() {
    return table(MaskingRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> imports() {
    return table(ImportRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> launches_and_reads_of_instances() {
    return table(InstanceRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> changes_of_instances() {
    return table(InstanceChangeRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> databases() {
    return table(DatabaseRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> databases_of_goldens() {
    return table(DatabaseCopyRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> changes_of_databases() {
    return table(DatabaseChangeRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> branches_and_snapshots_of_databases() {
    return table(DatabaseBranchRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> archives() {
    return table(ArchiveRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> tunnels() {
    return table(TunnelRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> databases_at_their_cap() {
    return table(DatabaseRows.capped(), capped);
  }

  @TestFactory
  Stream<DynamicTest> clusters_that_are_asked_for() {
    return table(PlacementRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> quota() {
    return table(QuotaRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> details_of_invalid_input() {
    return table(DetailRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> deleted() {
    return table(DeletedRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> audit() {
    return table(AuditRows.rows());
  }

  @TestFactory
  Stream<DynamicTest> an_organisation_without_a_cluster() {
    return table(NoClusterRows.rows(), withoutCluster);
  }

  static Stream<Row> rows(List<Route> routes) {
    return Stream.of(
            ServiceRows.rows(),
            AccessRows.rows(routes),
            AuthRows.rows(),
            InviteRows.rows(),
            UserRows.rows(),
            ClusterRows.rows(),
            ClusterRows.engines(),
            PoolRows.rows(),
            GoldenRows.rows(),
            SourceRows.rows(),
            MaskingRows.rows(),
            ImportRows.rows(),
            InstanceRows.rows(),
            InstanceChangeRows.rows(),
            DatabaseRows.rows(),
            DatabaseCopyRows.rows(),
            DatabaseChangeRows.rows(),
            DatabaseBranchRows.rows(),
            ArchiveRows.rows(),
            TunnelRows.rows(),
            DatabaseRows.capped(),
            PlacementRows.rows(),
            QuotaRows.rows(),
            DeletedRows.rows(),
            AuditRows.rows(),
            DetailRows.rows(),
            NoClusterRows.rows())
        .flatMap(List::stream);
  }

  private Stream<DynamicTest> table(List<Row> rows) {
    return table(rows, server);
  }

  private static Stream<DynamicTest> table(List<Row> rows, TestServer server) {
    return rows.stream().map(row -> DynamicTest.dynamicTest(row.title(), () -> check(server, row)));
  }

  private static void check(TestServer server, Row row) {
    Map<String, String> named = new HashMap<>();
    String[] request = expand(server.fixtures, named, row.request()).split(" ");
    String body = json(expand(server.fixtures, named, row.body()));
    String expected = json(expand(server.fixtures, named, row.expected()));
    row.given().accept(server);
    try {
      Reply reply = server.send(row.who(), request[0], request[1], body);
      assertThat(reply.status()).as(reply.body()).isEqualTo(row.status());
      require(reply, expected);
      requireDescribed(row, body, reply);
    } finally {
      row.lastly().accept(server);
    }
  }

  private static void require(Reply reply, String expected) {
    assertThat(reply.header("X-Request-Id")).isNotEmpty();
    assertThat(reply.response().headers().map()).doesNotContainKey("server");
    if (expected.isEmpty()) {
      assertThat(reply.body()).isEmpty();
      assertThat(reply.header("Content-Type")).isEmpty();
      return;
    }
    for (Map.Entry<String, String> type : CONTENT_TYPES.entrySet()) {
      if (expected.startsWith(type.getKey())) {
        assertThat(reply.header("Content-Type")).isEqualTo(type.getValue());
        assertThat(reply.body()).contains(expected.substring(type.getKey().length()));
        return;
      }
    }
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    try {
      JsonMatcher.require(reply.json(), JSON.readTree(expected));
    } catch (JsonProcessingException e) {
      throw new AssertionError("the row expects no JSON: " + expected, e);
    }
  }

  private static void requireDescribed(Row row, String body, Reply reply) {
    DOCUMENT
        .operationOf(row.request())
        .ifPresent(
            operation -> {
              DOCUMENT.requireAnswer(operation, reply.status(), reply.body());
              if (reply.status() < 300 && !body.isEmpty()) {
                DOCUMENT.requireRequest(operation, body);
              }
            });
  }

  private static String expand(Fixtures fixtures, Map<String, String> named, String text) {
    return FIXTURE
        .matcher(text)
        .replaceAll(match -> named.computeIfAbsent(match.group(1), fixtures::of));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
