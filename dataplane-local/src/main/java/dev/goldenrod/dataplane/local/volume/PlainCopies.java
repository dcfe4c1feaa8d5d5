package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies every byte. */
final class PlainCopies implements CopyMethod {
  @Override
  public void probe(Path folder) {}

  @Override
  public void create(Path directory) throws IOException {
    Files.createDirectory(directory);
  }

  @Override
  public void copy(Path from, Path to) {
    Tool.run("cp", "-a", from.toString(), to.toString());
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
