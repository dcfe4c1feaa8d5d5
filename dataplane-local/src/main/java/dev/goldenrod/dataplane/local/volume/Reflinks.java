package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Copies files by sharing their blocks, as XFS, btrfs and APFS can. */
final class Reflinks implements CopyMethod {
  private static final boolean MAC = System.getProperty("os.name").startsWith("Mac");

  @Override
  public void probe(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, ".new-probe", "");
    Path copy = file.resolveSibling(file.getFileName() + "-copy");
    try {
      Files.write(file, new byte[4096]);
      copy(file, copy);
    } finally {
      Files.deleteIfExists(copy);
      Files.delete(file);
    }
  }

  @Override
  public void create(Path directory) throws IOException {
    Files.createDirectory(directory);
  }

  @Override
  public void copy(Path from, Path to) {
    Tool.run(cp("--reflink=always", from.toString(), to.toString()));
  }

  @Override
  public void fill(Path from, Path to) {
    try {
      Tool.run(cp("--reflink=always", from + "/.", to.toString()));
    } catch (DataPlaneException anotherFileSystem) {
      Tool.run(cp("--reflink=auto", from + "/.", to.toString()));
    }
  }

  @Override
  public void delete(Path directory) throws IOException {
    FileTrees.delete(directory);
  }

  @Override
  public String description() {
    return "reflinks";
  }

  private static List<String> cp(String reflink, String from, String to) {
    List<String> command = new ArrayList<>(List.of("cp"));
    if (!MAC) {
      command.addAll(List.of("-a", reflink));
    } else {
      command.add(reflink.endsWith("always") ? "-cpPR" : "-pPR");
    }
    command.addAll(List.of(from, to));
    return command;
  }
}
