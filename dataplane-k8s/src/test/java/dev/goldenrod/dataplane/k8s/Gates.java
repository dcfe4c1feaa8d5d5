package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Wrappers of programs in pods, which wait while a test has closed their gate. A gate is named by
 * the program, and for pg_restore by the section.
 */
final class Gates implements AutoCloseable {
  private static final String POSTGRES = "/usr/lib/postgresql/15/bin";
  private static final List<String> PROGRAMS =
      List.of(
          POSTGRES + "/initdb", POSTGRES + "/pg_dump", POSTGRES + "/pg_restore", "/usr/bin/touch");
  private static final List<String> PROGRAMS_AND_SECTIONS =
      List.of("initdb", "pg_dump", "pre-data", "data", "post-data", "touch");

  private static final String WAITING =
      """
      #!/bin/sh
      gate=%2$s
      for word; do
        case $word in --section=*) gate=${word#--section=} ;; esac
      done
      while [ -e "%1$s/$gate.closed" ]; do sleep 0.1; done
      exec %3$s "$@"
      """;

  private final Path folder;

  private Gates(Path folder) {
    this.folder = folder;
  }

  /** Adds the wrappers to pods that start from now on. */
  static Gates in(SimulatedCluster cluster) {
    try {
      Path folder =
          // Pods have their own /tmp.
          Files.createTempDirectory(
              Path.of("/var/tmp"),
              "goldenrod-gates-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
      for (String program : PROGRAMS) {
        String name = String.valueOf(Path.of(program).getFileName());
        Path file = folder.resolve(name);
        Files.writeString(file, WAITING.formatted(folder, name, program));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      String path = folder.toString();
      cluster.kubelet().addImage(new Image("postgres:15", List.of(path, POSTGRES), List.of(path)));
      return new Gates(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void shut(String gate) {
    try {
      Files.createFile(closed(gate));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void open(String gate) {
    try {
      Files.deleteIfExists(closed(gate));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isShut(String gate) {
    return Files.exists(closed(gate));
  }

  void openAll() {
    PROGRAMS_AND_SECTIONS.forEach(this::open);
  }

  /** Waits until a process is at the gate, and returns its id. */
  long awaitSomebody(String gate) {
    return await("somebody waits at " + gate)
        .until(() -> waiting(gate), found -> !found.isEmpty())
        .iterator()
        .next();
  }

  Set<Long> waiting(String gate) {
    return ProcessHandle.allProcesses()
        .filter(process -> isAt(gate, process))
        // A process between fork and exec looks like its parent.
        .filter(process -> process.parent().filter(parent -> isAt(gate, parent)).isEmpty())
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private boolean isAt(String gate, ProcessHandle process) {
    String commandLine = commandLine(process.pid());
    return commandLine.contains(folder.resolve(gate) + "\0")
        || commandLine.contains(folder.resolve("pg_restore") + "\0")
            && commandLine.contains("--section=" + gate + "\0");
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private Path closed(String gate) {
    return folder.resolve(gate + ".closed");
  }

  @Override
  public void close() {
    FileTree.delete(folder);
  }
}
