package dev.goldenrod.dataplane.k8s.simulated.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** A directory with the files of a Secret or a ConfigMap, all of which change atomically. */
final class ProjectedFolder {
  private final Path folder;
  private int generation;
  private Map<String, byte[]> written = Map.of();

  ProjectedFolder(Path folder) {
    this.folder = folder;
  }

  /** Writes the files as the kubelet does: into a new directory, the target of a symbolic link. */
  void write(Map<String, byte[]> files, int mode, long group) throws IOException {
    if (isWritten(files)) {
      return;
    }
    generation++;
    String name = "..data_" + generation;
    Path fresh = Files.createDirectories(folder.resolve(name));
    Files.setAttribute(fresh, "unix:mode", 0755);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = Files.write(fresh.resolve(file.getKey()), file.getValue());
      Files.setPosixFilePermissions(path, permissions(group < 0 ? mode : mode | 0440));
      if (group >= 0) {
        Files.setAttribute(path, "unix:gid", (int) group);
      }
    }
    Path next = folder.resolve("..data_tmp");
    Files.createSymbolicLink(next, Path.of(name));
    Files.move(next, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    link(files.keySet());
    written = files;
  }

  private boolean isWritten(Map<String, byte[]> files) {
    return generation > 0
        && written.keySet().equals(files.keySet())
        && files.entrySet().stream()
            .allMatch(file -> Arrays.equals(file.getValue(), written.get(file.getKey())));
  }

  private void link(Set<String> names) throws IOException {
    for (String name : names) {
      if (!Files.isSymbolicLink(folder.resolve(name))) {
        Files.createSymbolicLink(folder.resolve(name), Path.of("..data", name));
      }
    }
    for (String gone : written.keySet()) {
      if (!names.contains(gone)) {
        Files.delete(folder.resolve(gone));
      }
    }
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> all = EnumSet.noneOf(PosixFilePermission.class);
    PosixFilePermission[] order = PosixFilePermission.values();
    for (int i = 0; i < order.length; i++) {
      if ((mode & (0400 >> i)) != 0) {
        all.add(order[i]);
      }
    }
    return all;
  }
}
