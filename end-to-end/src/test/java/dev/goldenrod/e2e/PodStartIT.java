package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the server as in a pod: without other programs, on a world-writable volume. */
class PodStartIT {
  @TempDir private Path folder;

  @Test
  void the_server_starts_and_answers() throws IOException {
    Path volume = Files.createDirectory(folder.resolve("volume"));
    Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
    ServerProcess server =
        ServerProcess.in(volume)
            .with("--data-plane", "none")
            .withVariable("KUBERNETES_SERVICE_HOST", "10.96.0.1")
            .withVariable("PATH", Files.createDirectory(folder.resolve("empty")).toString())
            .start();
    try {
      assertThat(server.api().get("/v1/clusters").path("clusters")).isEmpty();
    } finally {
      server.terminate();
    }
  }
}
