package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many schema requests of one member do not block other members. */
class SchemaLoadTest {
  /** More requests than there are threads for responses. */
  private static final int MANY = 100;

  private static final int BEGUN_AND_WAITING = 5;

  private final TestServer server = TestServer.of(new InMemoryStore());

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void others_are_served_while_one_member_asks_for_more_than_its_share() throws Exception {
    String anns = server.fixtures.of("db");
    String bobs = server.fixtures.of("yourDb");
    server.dataPlane.delayAnswers(Duration.ofHours(1));
    List<CompletableFuture<Reply>> many =
        IntStream.range(0, MANY).mapToObj(i -> schema("ann", anns)).toList();
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(
            () ->
                many.stream().filter(CompletableFuture::isDone).count()
                    == MANY - BEGUN_AND_WAITING);

    CompletableFuture<Reply> other = schema("bob", bobs);
    assertThat(server.send("bob", "GET", "/v1/auth/me", "").status()).isEqualTo(200);
    server.dataPlane.delayAnswers(Duration.ZERO);

    assertThat(other.get(1, TimeUnit.MINUTES).status()).isEqualTo(200);
    int served = 0;
    for (CompletableFuture<Reply> one : many) {
      int status = one.get(1, TimeUnit.MINUTES).status();
      assertThat(status).isIn(200, 409);
      served += status == 200 ? 1 : 0;
    }
    assertThat(served).isEqualTo(BEGUN_AND_WAITING);
  }

  private CompletableFuture<Reply> schema(String who, String database) {
    return server.http.sendLater(
        server.http.request(
            "GET",
            "/v1/databases/" + database + "/schema",
            TestServer.token(who),
            BodyPublishers.noBody()));
  }
}
