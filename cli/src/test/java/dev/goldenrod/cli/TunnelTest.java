package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.config.AdminTokenFile;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.connect.Forwarder;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests tunnels to databases that echo what they receive. */
@Timeout(900)
class TunnelTest {
  private static final String PATH = "/v1/databases/shop";

  @TempDir private Path home;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private ServedFakes server;
  private Forwarder forwarder;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server.create("shop");
    forwarder = Forwarder.to(session(), PATH, 0);
  }

  @AfterEach
  void stop() {
    forwarder.close();
    server.close();
  }

  @Test
  void what_goes_in_comes_out_also_after_the_client_has_said_all() throws Exception {
    byte[] bytes = new byte[3_000_000];
    new Random(1).nextBytes(bytes);
    try (Socket socket = connect()) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  socket.getOutputStream().write(bytes);
                  socket.shutdownOutput();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });

      assertThat(socket.getInputStream().readAllBytes()).isEqualTo(bytes);
      sent.join();
    }
    assertThat(said()).isEmpty();
  }

  @Test
  void connections_are_their_own() throws Exception {
    try (Socket one = connect();
        Socket other = connect()) {
      one.getOutputStream().write('1');
      other.getOutputStream().write('2');

      assertThat(one.getInputStream().read()).isEqualTo('1');
      assertThat(other.getInputStream().read()).isEqualTo('2');
    }
  }

  @Test
  void a_database_that_does_not_run_is_told() throws Exception {
    server.api().post(PATH + "/stop");
    server.api().get(PATH + "?wait=10s");

    try (Socket socket = connect()) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(said()).startsWith("a tunnel ended: refused with 409: conflict");
  }

  @Test
  void a_token_that_ends_ends_the_tunnels() throws Exception {
    try (Socket socket = connect()) {
      socket.getOutputStream().write('1');
      assertThat(socket.getInputStream().read()).isEqualTo('1');
      String id = server.api().get("/v1/auth/tokens").at("/tokens/0/id").asText();
      server.api().delete("/v1/auth/tokens/" + id);

      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    CliException refused = forwarder.refused().get(60, TimeUnit.SECONDS);
    assertThat(refused.code()).isEqualTo(ExitCode.NOT_ALLOWED);
    assertThat(refused.nextSteps()).containsExactly("goldenrod login");
  }

  @Test
  void a_token_is_sent_to_the_server_alone() throws Exception {
    forwarder.close();
    forwarder = Forwarder.to(ownSession(), PATH, 0);
    String url = server.url();
    server.close();

    try (Socket socket = connect()) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(said()).contains("a tunnel ended: nothing listens at " + url);
  }

  @Test
  void closing_it_ends_its_connections() throws Exception {
    try (Socket socket = connect()) {
      socket.getOutputStream().write('1');
      assertThat(socket.getInputStream().read()).isEqualTo('1');

      forwarder.close();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(said()).isEmpty();
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), forwarder.port());
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private Session session() {
    return Session.open(terminal(), new CommandOptions());
  }

  /** Opens a session with the user's own server, whose token is in a file. */
  private Session ownSession() throws IOException {
    URI url = URI.create(server.url());
    Path token = Files.writeString(home.resolve("admin-token"), "secret\n");
    Target own = new Target("own", url, "secret", null, false, new AdminTokenFile(url, token));
    return new Session(terminal(), new CommandOptions(), own);
  }

  private Terminal terminal() {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Terminal(
        InputStream.nullInputStream(),
        stream,
        stream,
        Map.copyOf(server.environment()),
        home,
        Set.of());
  }
}
