package dev.goldenrod.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminTokenFileTest {
  private static final int OWNER = 1000;

  @TempDir private Path folder;

  private static List<String> table(String address, String state, int uid) {
    return List.of(
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid",
        "   0: %s 00000000:0000 %s 00000000:00000000 00:00000000 00000000  %d  0 25023 1"
            .formatted(address, state, uid));
  }

  @ParameterizedTest
  @CsvSource({
    "0100007F:1EC6, 0A, true, true",
    "00000000:1EC6, 0A, true, true",
    "0000000000000000FFFF00000100007F:1EC6, 0A, true, true",
    "0000000000000000FFFF000000000000:1EC6, 0A, true, true",
    "00000000000000000000000000000000:1EC6, 0A, true, true",
    "00000000000000000000000001000000:1EC6, 0A, true, true",
    "0100007F:1EC6, 02, true, false",
    "0100007F:1EC6, 01, true, false",
    "0100007F:1EC7, 0A, false, false",
    "0200007F:1EC6, 0A, false, false",
    "0100007F:1EC6, 06, false, false"
  })
  void who_has_a_socket_at_the_servers_address_is_found(
      String address, String state, boolean isHeld, boolean isListening) {
    assertThat(AdminTokenFile.holders(table(address, state, 1001), 7878))
        .isEqualTo(isHeld ? List.of(new AdminTokenFile.Holder(1001, isListening)) : List.of());
  }

  @Test
  void no_token_is_sent_when_its_file_is_gone() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI server = URI.create("http://127.0.0.1:" + listener.getLocalPort());

      assertThat(new AdminTokenFile(server, folder.resolve("admin-token")).problem().orElseThrow())
          .contains("admin-token does not exist");
    }
  }

  @Test
  void no_token_is_for_a_port_at_which_nobody_listens() throws IOException {
    Path token = Files.createFile(folder.resolve("admin-token"));
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      URI server = URI.create("http://127.0.0.1:" + bound.getLocalPort());

      assertThatThrownBy(AdminTokenFile.of(server, token).orElseThrow()::requireListening)
          .isInstanceOf(NoAnswerException.class)
          .hasMessageContaining("nothing listens at " + server);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  @EnabledIf("dev.goldenrod.cli.config.ListenerOwner#isRoot")
  void an_own_servers_token_is_for_no_other_users_listener(String host) throws IOException {
    Path token = Files.writeString(folder.resolve("admin-token"), "first\n");
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI server = URI.create("http://" + host + ":" + listener.getLocalPort());
      AdminTokenFile own = AdminTokenFile.of(server, token).orElseThrow();
      assertThat(own.requireListening()).isTrue();

      ListenerOwner.give(listener.getLocalPort(), OWNER);
      assertThatThrownBy(own::requireListening)
          .isInstanceOf(NoAnswerException.class)
          .hasMessageContaining("user 1000 listens at " + server);

      ListenerOwner.give(listener.getLocalPort(), AdminTokenFile.ROOT);
      Files.writeString(token, "renewed\n");
      assertThat(own.requireListening()).isTrue();
      assertThat(own.read()).isEqualTo("renewed");
    }
  }

  @Test
  void the_command_that_starts_the_server_names_an_unusual_data_directory() {
    Path home = folder.resolve("home");
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            Map.of("HOME", home.toString()),
            folder,
            Set.of());

    assertThat(startCommand(home.resolve(".goldenrod"), terminal)).isEqualTo("goldenrod up");
    assertThat(startCommand(Path.of("/srv/my data"), terminal))
        .isEqualTo("goldenrod up --data-dir '/srv/my data'");
    assertThat(startCommand(Path.of(System.getProperty("user.home"), ".goldenrod"), terminal))
        .startsWith("goldenrod up --data-dir ");
  }

  private static String startCommand(Path dataDir, Terminal terminal) {
    return new AdminTokenFile(URI.create("http://127.0.0.1:7878"), dataDir.resolve("admin-token"))
        .startCommand(terminal);
  }

  @Test
  void ones_own_listener_is_none() throws IOException {
    Path token = Files.createFile(folder.resolve("admin-token"));
    try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI server = URI.create("http://127.0.0.1:" + own.getLocalPort());
      assertThat(new AdminTokenFile(server, token).problem()).isEmpty();
    }
  }
}
