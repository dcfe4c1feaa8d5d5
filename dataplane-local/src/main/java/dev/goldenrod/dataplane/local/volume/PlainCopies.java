package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class PlainCopies implements CopyMethod {
  @Override
  public void probe(Path folder) {}

  @Override
  public void create(Path directory) throws IOException {
    Files.createDirectory(directory);
  }

  @Override
  public List<String> copying(Path from, Path to) {
    return List.of("cp", "-a", from.toString(), to.toString());
  }

  @Override
  public void delete(Path directory) throws IOException {
    FileTrees.delete(directory);
  }

  @Override
  public String description() {
    return "plain copies";
  }
}
