package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.e2e.ServerProcess.Run;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests output, exit codes and remaining files of commands. */
class CommandsIT {
  @TempDir private Path folder;

  @Tag("slow")
  @Test
  void a_demo_that_is_to_end_holds_and_leaves_nothing() throws IOException {
    Path dir = folder.resolve("demo");

    Run run = ServerProcess.run("demo", "--once", "--dir", dir.toString());

    assertThat(run.exitCode()).as(run.said()).isZero();
    assertThat(run.said()).contains("All steps succeeded.", "postgresql://goldenrod:");
    assertThat(dir).doesNotExist();
    EngineProcesses.awaitProcesses(dir, List.of());
    assertThat(EngineProcesses.mounts(dir)).isEmpty();
  }

  @Test
  void a_demo_takes_no_folder_that_holds_something_else() throws IOException {
    Path letter = Files.writeString(folder.resolve("letter.txt"), "dear");

    Run run = ServerProcess.run("demo", "--once", "--dir", folder.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.said().lines()).singleElement().asString().contains(folder.toString());
    assertThat(letter).hasContent("dear");
  }

  @Test
  void the_first_start_keeps_the_admin_token_in_a_file_and_shows_it_on_a_terminal_alone()
      throws IOException {
    try (ServerProcess server =
        ServerProcess.in(folder)
            .with("--data-plane", "none")
            .withoutVariable("GOLDENROD_ADMIN_TOKEN")) {
      server.start();
      Path file = server.dataDir().resolve("admin-token");
      String token = Files.readString(file).strip();

      assertThat(server.output()).hasSize(2);
      assertThat(server.output().get(0)).isEqualTo("the admin token is in " + file);
      assertThat(server.output().get(1))
          .matches("goldenrod listening on http://127\\.0\\.0\\.1:\\d+");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");

      assertThat(server.log()).doesNotContain(token);

      server.terminate();
      server.start();
      assertThat(server.output()).hasSize(1);
    }
    try (ServerProcess onTerminal =
        ServerProcess.in(Files.createDirectory(folder.resolve("terminal")))
            .with("--data-plane", "none")
            .withVariable("JDK_JAVA_OPTIONS", "-Dgoldenrod.terminal=true")
            .withoutVariable("GOLDENROD_ADMIN_TOKEN")) {
      onTerminal.start();
      assertThat(onTerminal.output().get(0))
          .endsWith(Files.readString(onTerminal.dataDir().resolve("admin-token")).strip());
    }
  }

  @Test
  void a_server_whose_port_is_taken_says_so_and_changes_nothing() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Run refusal =
          ServerProcess.in(folder).with("--port", Integer.toString(taken.getLocalPort())).refuse();

      assertThat(refusal.exitCode()).isEqualTo(2);
      assertThat(refusal.said().lines())
          .singleElement()
          .asString()
          .contains(Integer.toString(taken.getLocalPort()), "--port");
      assertThat(folder.resolve("data")).doesNotExist();
    }
  }

  @Tag("slow")
  @Test
  void a_server_with_databases_of_its_own_machine_loads_no_class_of_kubernetes()
      throws IOException {
    Path loaded = folder.resolve("loaded");
    try (ServerProcess server =
        ServerProcess.in(folder)
            .withVariable("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + loaded)) {
      server.start();
    }

    assertThat(Files.readAllLines(loaded))
        .anyMatch(line -> line.contains("dev.goldenrod.dataplane.local."))
        .noneMatch(line -> line.contains("dev.goldenrod.dataplane.k8s."))
        .noneMatch(line -> line.contains("io.kubernetes."));
  }

  @Tag("slow")
  @Test
  void a_server_that_cannot_reach_its_cluster_starts_and_says_so_in_one_line() throws IOException {
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: gone
            contexts: [{name: gone, context: {cluster: gone, user: nobody}}]
            clusters: [{name: gone, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: nobody, user: {token: none}}]
            """);

    try (ServerProcess server =
        ServerProcess.in(folder)
            .with("--data-plane", "kubernetes")
            .with("--kubeconfig", kubeconfig.toString())
            .start()) {
      assertThat(new Member(server).instances()).isEmpty();
      assertThat(server.log().lines())
          .filteredOn(line -> line.contains("127.0.0.1:1"))
          .singleElement()
          .asString()
          .contains(
              "Cannot reach the data plane, so no work is done in it",
              "the Kubernetes API server cannot be reached");
    }
  }
}
