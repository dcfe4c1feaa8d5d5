package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A new cluster for each test, whose processes end with the test. */
abstract class ServerFixture {
  static final Duration PATIENCE = Duration.ofMinutes(8);

  @TempDir Path folder;
  final RunAs runAs = RunAs.detect();
  DataVolume volume;
  int port;

  @BeforeEach
  void make_a_cluster() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    volume = DataVolume.make(folder.resolve("volume"), runAs);
    TestPostgresCluster.make(TestPostgres.HOME, volume, runAs);
    port = Ports.anyFree();
  }

  @AfterEach
  void end_its_processes() {
    Processes.killAll(volume.root(), PATIENCE);
  }

  final TestPostgres server() {
    return server(List.of(TestPostgres.LOOPBACK), Map.of());
  }

  final TestPostgres server(List<String> addresses, Map<String, String> settings) {
    return TestPostgres.of(TestPostgres.HOME, volume, log(), addresses, port, settings, runAs);
  }

  final ServerSocket occupyPort() throws IOException {
    return new ServerSocket(port, 1, InetAddress.getByName(TestPostgres.LOOPBACK));
  }

  final Path log() {
    return folder.resolve("log");
  }
}
