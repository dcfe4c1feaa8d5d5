package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Members;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends each operation with each role and each scope, and compares the result with the docs. */
class PermissionsTest {
  private static final Path PAGE = Path.of("../docs/security.md");
  private static final Set<String> ROLES = Set.of("public", "viewer", "user", "operator", "admin");

  private static TestServer server;

  record Permitted(String operation, String role, Set<String> scopes) {
    static Permitted parse(String line) {
      String[] cells = line.split("\\|");
      return new Permitted(
          cells[1].strip(), cells[2].strip(), Set.of(cells[3].strip().split(", ")));
    }

    String method() {
      return operation.split(" ")[0];
    }

    String path() {
      return operation.split(" ")[1];
    }

    boolean isPublic() {
      return role.equals("public");
    }

    boolean isList() {
      return !path().contains("{");
    }
  }

  @BeforeAll
  static void start() {
    server = TestServer.of(new InMemoryStore());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Permitted> table() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.matches("\\| (GET|POST|PUT|PATCH|DELETE) /.*"))
        .map(Permitted::parse);
  }

  @Test
  void the_table_has_every_operation_once() throws IOException {
    assertThat(table().map(Permitted::operation))
        .containsExactlyInAnyOrderElementsOf(OpenApiDocument.read().operations());
    assertThat(table().map(Permitted::role)).allMatch(ROLES::contains);
  }

  @ParameterizedTest
  @MethodSource("table")
  void the_least_role_is_let_in_and_no_lesser_one(Permitted row) {
    for (Role role : Role.values()) {
      Reply reply = send(row, tokenOf(member(role), Scopes.ALL), "nothing-here", "x");

      boolean isEnough = row.isPublic() || role.includes(Role.parse(row.role()).orElseThrow());
      assertThat(isLetIn(reply)).as(role + " " + reply).isEqualTo(isEnough);
    }
  }

  @ParameterizedTest
  @MethodSource("table")
  void nobody_is_let_in_without_a_token(Permitted row) {
    assertThat(send(row, "", "nothing-here", "x").status() != 401).isEqualTo(row.isPublic());
  }

  @ParameterizedTest
  @MethodSource("table")
  void a_scope_lets_in_to_what_it_names_alone(Permitted row) {
    assertScope(row, "read", "read", true);
    assertScope(row, "database", "database:$db", true);
    assertScope(row, "database", "database:other", false);
    assertScope(row, "golden", "golden:shop", true);
    assertScope(row, "golden", "golden:other", false);
    assertScope(row, "metrics", "metrics", true);
  }

  /** Tests a scope; an owner's operations use the owner's token, all others an admin's. */
  private static void assertScope(Permitted row, String kind, String scope, boolean isOfTarget) {
    String database = server.fixtures.of("snapshotDb");
    String id = id(row);
    Actor owner = isOwners(row) ? server.ann : server.admin;
    Scopes scopes = Scopes.of(List.of(scope.replace("$db", database)));

    Reply reply = send(row, tokenOf(owner, scopes), database, id);

    boolean isEnough = row.scopes().contains(kind) && (isOfTarget || row.isList() && isRead(row));
    assertThat(isLetIn(reply) && !isHidden(row, reply, isOfTarget))
        .as(scope + " " + reply)
        .isEqualTo(row.isPublic() || isEnough);
  }

  private static boolean isRead(Permitted row) {
    return row.method().equals("GET");
  }

  /** Resources with scopes belong to ann; all other operations need an admin. */
  private static boolean isOwners(Permitted row) {
    return Set.of("viewer", "user").contains(row.role());
  }

  private static String id(Permitted row) {
    if (row.path().startsWith("/v1/instances/")) {
      return server.fixtures.of("mine");
    }
    if (isOfGolden(row)) {
      return server.fixtures.of("shop");
    }
    return row.path().startsWith("/v1/snapshots/{id}") && isOwners(row)
        ? server.fixtures.of("takenSnapshot")
        : Fixtures.NONE;
  }

  /** A golden outside the token's scopes appears as not found. */
  private static boolean isHidden(Permitted row, Reply reply, boolean isOfTarget) {
    return !isOfTarget && isOfGolden(row) && reply.status() == 404;
  }

  private static boolean isOfGolden(Permitted row) {
    return row.path().startsWith("/v1/snapshots/{id}/versions");
  }

  private static Reply send(Permitted row, String token, String name, String id) {
    String path = row.path().replace("{name}", name).replace("{id}", id).replace("{version}", "1");
    return server.http.send(row.method(), path, token, body(row));
  }

  private static String body(Permitted row) {
    return switch (row.operation()) {
      case "POST /v1/instances" -> "{\"golden\":\"shop\",\"ttl\":\"1h\"}";
      case "POST /v1/databases" ->
          "{\"name\":\"%s\",\"type\":\"postgresql\",\"version\":\"15\"}"
              .formatted(server.fixtures.of("free"));
      case "POST /v1/auth/tokens" -> "{\"name\":\"more\"}";
      default -> row.method().equals("GET") ? "" : "{}";
    };
  }

  private static boolean isLetIn(Reply reply) {
    return reply.status() != 401 && reply.status() != 403;
  }

  private static Actor member(Role role) {
    String name = role.wireName() + System.nanoTime();
    return server
        .control
        .members()
        .add(server.admin, new Members.Add(name + "@localhost", name, role))
        .actor();
  }

  private static String tokenOf(Actor owner, Scopes scopes) {
    return server.control.tokens().create(owner, "test", 0, scopes).secret();
  }
}
