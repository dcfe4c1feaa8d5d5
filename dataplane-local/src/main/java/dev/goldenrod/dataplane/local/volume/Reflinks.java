package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Copies files by sharing their blocks, which XFS, btrfs and APFS support. */
final class Reflinks implements CopyMethod {
  private static final boolean MAC = System.getProperty("os.name").startsWith("Mac");

  @Override
  public void probe(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, ".new-probe", "");
    Path copy = file.resolveSibling(file.getFileName() + "-copy");
    try {
      Files.write(file, new byte[4096]);
      Tool.run(copying(file, copy));
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
  public List<String> copying(Path from, Path to) {
    List<String> command = new ArrayList<>(List.of("cp"));
    command.addAll(MAC ? List.of("-cpPR") : List.of("-a", "--reflink=always"));
    command.addAll(List.of(from.toString(), to.toString()));
    return command;
  }

  @Override
  public void delete(Path directory) throws IOException {
    FileTrees.delete(directory);
  }

  @Override
  public String description() {
    return "reflinks";
  }
}
