package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.testing.InMemoryStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A member whose access ends while a request waits does not get its result. */
class WaitingMemberTest {
  private static final String CREATE =
      "{\"name\":\"new\",\"type\":\"postgresql\",\"version\":\"15\"}";
  private static final String BRANCH = "{\"name\":\"new\"}";

  private enum End {
    DISABLED,
    REMOVED,
    TOKEN_REVOKED,
    TOKEN_EXPIRED
  }

  private TestServer server;

  @BeforeEach
  void serve() {
    server =
        TestServer.of(
            new InMemoryStore(), TestServer.options().withPatience(Duration.ofSeconds(60)));
  }

  @AfterEach
  void stop() {
    server.stopWorking();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void a_database_that_is_there_too_late_is_not_told(End end) throws Exception {
    if (end == End.TOKEN_EXPIRED) {
      limitToken();
    }
    CompletableFuture<Reply> later = send("POST", "/v1/databases", CREATE);
    await(() -> !server.control.databases().list(server.ann).isEmpty());

    end(end);
    server.keepWorking();

    assertRefused(later);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/databases/%s/branches", "/v1/databases/%s/snapshots"})
  void what_was_made_of_a_database_is_not_told(String path) throws Exception {
    String database = server.fixtures.of("db");
    long before = server.store.transactionCount();
    CompletableFuture<Reply> later = send("POST", path.formatted(database), BRANCH);
    await(() -> server.store.transactionCount() > before + 2);

    end(End.DISABLED);
    server.keepWorking();

    assertRefused(later);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/instances/%s?wait=60s", "/v1/databases/%s?wait=60s"})
  void a_resource_that_is_waited_for_is_not_told(String path) throws Exception {
    String waited =
        path.contains("instances") ? server.fixtures.launch(server.ann, "shop").toString() : made();
    long before = server.store.transactionCount();
    CompletableFuture<Reply> later = send("GET", path.formatted(waited), "");
    await(() -> server.store.transactionCount() > before + 1);

    end(End.DISABLED);
    server.keepWorking();

    assertRefused(later);
  }

  private String made() {
    send("POST", "/v1/databases", CREATE);
    await(() -> !server.control.databases().list(server.ann).isEmpty());
    return "new";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/instances/$mine/credentials",
        "POST /v1/instances/$mine/credentials/reset",
        "GET /v1/databases/$db",
        "GET /v1/databases/$db/schema"
      })
  void a_secret_that_the_data_plane_hands_out_too_late_is_not_told(String request)
      throws Exception {
    String[] parts = request.split("[$]", 2);
    String fixture = parts[1].split("/")[0];
    String full = parts[0] + server.fixtures.of(fixture) + parts[1].substring(fixture.length());
    server.dataPlane.delayCredentials(Duration.ofHours(1));
    server.dataPlane.delayAnswers(Duration.ofHours(1));
    long before = server.store.transactionCount();
    CompletableFuture<Reply> later = send(full.split(" ")[0], full.split(" ")[1], "");
    await(() -> server.store.transactionCount() > before + 1);

    end(End.DISABLED);
    server.dataPlane.delayAnswers(Duration.ZERO);
    server.dataPlane.delayCredentials(Duration.ZERO);

    assertRefused(later);
  }

  @Test
  void who_may_still_is_answered() throws Exception {
    CompletableFuture<Reply> later = send("POST", "/v1/databases", CREATE);
    server.keepWorking();

    assertThat(later.get(2, TimeUnit.MINUTES).status()).isEqualTo(201);
  }

  private CompletableFuture<Reply> send(String method, String path, String body) {
    return server.http.sendLater(
        server.http.request(method, path, TestServer.token("ann"), BodyPublishers.ofString(body)));
  }

  private void limitToken() {
    server.store.useTransaction(
        tx -> {
          AccessToken token = tx.tokens().listOf(server.ann.userId()).get(0);
          tx.tokens().delete(token.id());
          tx.tokens()
              .insert(
                  new AccessToken(
                      token.id(),
                      token.orgId(),
                      token.userId(),
                      token.kind(),
                      token.name(),
                      token.sha256(),
                      token.createdAt(),
                      server.clock.instant().plusSeconds(60)));
        });
  }

  private void end(End how) {
    switch (how) {
      case DISABLED ->
          server
              .control
              .members()
              .changeStatus(server.admin, server.ann.userId(), UserStatus.DISABLED);
      case REMOVED -> server.control.members().remove(server.admin, server.ann.userId());
      case TOKEN_REVOKED ->
          server.control.tokens().list(server.ann).stream()
              .map(AccessToken::id)
              .forEach(id -> server.control.tokens().delete(server.ann, id));
      case TOKEN_EXPIRED -> server.clock.advance(Duration.ofSeconds(61));
    }
  }

  private static void assertRefused(CompletableFuture<Reply> later) throws Exception {
    Reply reply = later.get(2, TimeUnit.MINUTES);
    assertThat(reply.body()).isEqualTo("{\"error\":\"unauthorized\"}");
    assertThat(reply.status()).isEqualTo(401);
  }

  private static void await(BooleanSupplier so) {
    Awaitility.await().atMost(Duration.ofMinutes(8)).until(so::getAsBoolean);
  }
}
