package dev.goldenrod.engine.postgres.imports.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.postgres.imports.source.LimitedSocket.SourceLimitException;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SourceSocketsTest {
  private static final String PARAMETER = "S\0\0\0\030server_version\00015.0\0";

  /** The messages of a source that accepts every login. */
  private static final String LET_IN = "R\0\0\0\010\0\0\0\0" + PARAMETER + "Z\0\0\0\005I";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private ServerSocket server;

  private interface Source {
    void serve(Socket client) throws Exception;
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    threads.shutdownNow();
  }

  @Test
  void a_source_that_never_ends_its_answer_is_not_read_to_the_end() throws Exception {
    serve(SourceSocketsTest::sendWithoutEnd);

    try (Socket socket = connected(new LimitedSocket(Duration.ofHours(1), 1))) {
      InputStream input = socket.getInputStream();
      assertThatThrownBy(() -> input.transferTo(OutputStream.nullOutputStream()))
          .isInstanceOf(SourceLimitException.class)
          .hasMessageContaining("more than 1 MiB");
    }
  }

  @Test
  void a_source_that_drips_is_not_read_for_ever() throws Exception {
    serve(
        client -> {
          while (true) {
            client.getOutputStream().write(1);
            Thread.sleep(20);
          }
        });

    try (Socket socket = connected(new LimitedSocket(Duration.ofSeconds(1), 1))) {
      InputStream input = socket.getInputStream();
      assertThat(input.read()).isEqualTo(1);
      assertThatThrownBy(() -> input.transferTo(OutputStream.nullOutputStream()))
          .isInstanceOf(SourceLimitException.class)
          .hasMessageContaining("within 1 s");
    }
  }

  @Test
  void a_source_that_is_silent_is_left_when_the_work_is_stopped() throws Exception {
    serve(client -> client.getInputStream().transferTo(OutputStream.nullOutputStream()));

    try (Socket socket = connected(new LimitedSocket(Duration.ofHours(1), 1))) {
      InputStream input = socket.getInputStream();
      Thread reader = Thread.currentThread();
      threads.execute(reader::interrupt);
      assertThatThrownBy(input::read).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void a_single_read_takes_no_longer_than_its_own_limit() throws Exception {
    serve(client -> client.getInputStream().transferTo(OutputStream.nullOutputStream()));

    try (Socket socket = connected(new LimitedSocket(Duration.ofHours(1), 1))) {
      socket.setSoTimeout(300);
      assertThatThrownBy(socket.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
      assertThat(socket.getSoTimeout()).isEqualTo(300);
    }
  }

  @Test
  void the_driver_reaches_sources_through_them() {
    serve(SourceSocketsTest::sendWithoutEnd);
    SourceLogin login = login("disable");

    assertThatThrownBy(() -> login.connect(weakness -> {}))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("the source sent more than 64 MiB");
  }

  @Test
  void what_closes_the_connection_without_an_answer_refused_no_tls() {
    serve(client -> client.getInputStream().read());
    SourceLogin login = login("prefer");

    assertThatThrownBy(() -> login.connect(weakness -> {}))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("cannot be reached: the connection was closed without an answer");
  }

  @Test
  void a_source_that_vanishes_is_noticed_by_the_system() throws Exception {
    try (Socket socket = new SourceSockets().createSocket()) {
      assertThat(socket.getKeepAlive()).isTrue();
      assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(60);
      assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)).isEqualTo(10);
      assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(6);
    }
  }

  private SourceLogin login(String sslmode) {
    return new SourceLogin(
        "127.0.0.1", server.getLocalPort(), "small", "u", "secret", sslmode, Optional.empty());
  }

  private static void sendWithoutEnd(Socket client) throws IOException {
    OutputStream output = client.getOutputStream();
    output.write(LET_IN.getBytes(StandardCharsets.ISO_8859_1));
    byte[] many = PARAMETER.repeat(1000).getBytes(StandardCharsets.ISO_8859_1);
    while (true) {
      output.write(many);
    }
  }

  private void serve(Source source) {
    threads.submit(
        () -> {
          while (true) {
            Socket client = server.accept();
            threads.submit(
                () -> {
                  try (client) {
                    source.serve(client);
                  }
                  return null;
                });
          }
        });
  }

  private Socket connected(Socket socket) throws IOException {
    socket.connect(server.getLocalSocketAddress());
    return socket;
  }
}
