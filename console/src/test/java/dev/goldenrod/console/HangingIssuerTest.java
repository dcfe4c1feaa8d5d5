package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Signs in while one of two issuers accepts connections and answers nothing. */
class HangingIssuerTest {
  private static final int CLIENTS = 40;

  /** Requests beyond it are answered at once, see {@code Issuer}. */
  private static final int MOST_WAITING = 8;

  private final ServerSocket hole = open();
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();
  private final TestIssuer healthy = new TestIssuer();
  private final SignOnFixture server =
      new SignOnFixture(healthy.url(), URI.create("http://127.0.0.1:" + hole.getLocalPort()));
  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);

  private static ServerSocket open() {
    try {
      return new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws IOException {
    closeHole();
    server.close();
    healthy.close();
    clients.shutdownNow();
  }

  @Test
  void sign_ins_at_an_issuer_that_hangs_share_one_question_and_delay_no_other_issuer()
      throws Exception {
    CompletableFuture.runAsync(this::accept, clients);
    List<CompletableFuture<Integer>> waiting =
        IntStream.range(0, CLIENTS)
            .mapToObj(i -> CompletableFuture.supplyAsync(this::beginAtHole, clients))
            .toList();
    while (waiting.stream().filter(CompletableFuture::isDone).count() < CLIENTS - MOST_WAITING) {
      Thread.sleep(10);
    }

    PlainBrowser browser = new PlainBrowser(server.address);
    assertThat(browser.get("/sign-in/oidc/" + SignOnFixture.ID).statusCode()).isEqualTo(303);
    assertThat(waiting.stream().filter(one -> !one.isDone())).hasSize(MOST_WAITING);
    assertThat(accepted).hasSize(1);

    closeHole();
    assertThat(waiting).allSatisfy(one -> assertThat(one.join()).isEqualTo(503));
  }

  private int beginAtHole() {
    return new PlainBrowser(server.address)
        .get("/sign-in/oidc/" + SignOnFixture.OTHER)
        .statusCode();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = hole.accept();
        accepted.add(client);
        // A client whose connection ends tries once more, which the closing socket may accept.
        if (hole.isClosed()) {
          client.close();
        }
      }
    } catch (IOException closed) {
      assertThat(hole.isClosed()).isTrue();
    }
  }

  private void closeHole() throws IOException {
    hole.close();
    for (Socket socket : accepted) {
      socket.close();
    }
  }
}
