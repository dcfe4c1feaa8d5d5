package dev.goldenrod.dataplane.k8s.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProbesStartupTest {
  /** Listens with IPv4 only, as servers do. */
  private static final String LISTEN =
      "$| = 1; $s = IO::Socket::INET->new(LocalAddr => '0.0.0.0', Listen => 1);"
          + " print $s->sockport, qq(\\n); <STDIN>";

  private static final Optional<String> READY = Optional.of("ready");

  @TempDir Path folder;
  private Process server;
  private int port;
  private Path pidFile;

  @BeforeEach
  void listen() throws IOException {
    server = new ProcessBuilder("perl", "-MIO::Socket::INET", "-e", LISTEN).start();
    BufferedReader output = server.inputReader();
    port = Integer.parseInt(output.readLine());
    pidFile = folder.resolve("server.pid");
  }

  @AfterEach
  void end() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  @Test
  void a_server_that_listens_and_says_so_is_ready() throws Exception {
    Files.writeString(pidFile, "7\n/data\n\nready   \n");

    assertThat(isReady(READY)).isTrue();
  }

  @Test
  void a_file_whose_last_line_has_no_end_counts() throws Exception {
    Files.writeString(pidFile, "7\nready");

    assertThat(isReady(READY)).isTrue();
  }

  @Test
  void a_server_that_says_it_is_starting_is_not() throws Exception {
    Files.writeString(pidFile, "7\nnot ready\nstarting\n");

    assertThat(isReady(READY)).isFalse();
  }

  @Test
  void the_file_of_the_server_whose_data_was_copied_counts_for_nothing() throws Exception {
    Files.writeString(pidFile, "7\nready\n");
    end();

    assertThat(isReady(READY)).isFalse();
  }

  @Test
  void a_server_that_says_nothing_needs_its_file() throws Exception {
    assertThat(isReady(Optional.empty())).isFalse();

    Files.writeString(pidFile, "7\n");

    assertThat(isReady(Optional.empty())).isTrue();
  }

  /** Runs the script with a single poll. */
  private boolean isReady(Optional<String> readyLine) throws IOException, InterruptedException {
    String script = ServerProbes.startupScript(readyLine, port, pidFile);
    Process look = new ProcessBuilder("/bin/sh", "-c", script, "sh", "1").inheritIO().start();
    assertThat(look.waitFor(8, TimeUnit.MINUTES)).isTrue();
    return look.exitValue() == 0;
  }
}
