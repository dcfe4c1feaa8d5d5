package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * The folder of a piece of work. It belongs to the server's user; the engine user can pass through
 * it to files that are meant for it.
 */
public record WorkFolder(Path folder, RunAs runAs) {
  public WorkFolder(Path parent, String name, RunAs runAs) {
    this(parent.resolve(name), runAs);
  }

  /** Returns the same folder, which only the given user can pass through from now on. */
  WorkFolder of(RunAs other) {
    other.letPass(folder);
    return new WorkFolder(folder, other);
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  public boolean exists() {
    return Files.isDirectory(folder);
  }

  /** Creates the folder, which only the engine user can pass through. */
  public void create() {
    try {
      Files.createDirectories(folder);
      runAs.requireServersOwn(folder);
      runAs.letPass(folder);
      DurableFile.force(folder.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new DataPlaneException("cannot create folder %s: %s".formatted(folder, e), e);
    }
  }

  /** Creates a directory that belongs to the engine user. */
  public Path createForTool(String name) {
    Path directory = folder.resolve(name);
    try {
      Files.createDirectory(directory, OwnerOnly.FOLDER);
      runAs.chown(directory);
      return directory;
    } catch (IOException e) {
      throw new DataPlaneException("cannot create folder %s: %s".formatted(directory, e), e);
    }
  }

  /** Writes a file that only the engine user can read, replacing an existing one. */
  public Path writePrivate(String name, byte[] content) {
    return replace(name, content, runAs::chown);
  }

  /** Writes a file that only the server can read, replacing an existing one. */
  public Path writeOwn(String name, String text) {
    return writeOwn(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a file that only the server can read, replacing an existing one. */
  public Path writeOwn(String name, byte[] content) {
    return replace(name, content, fresh -> {});
  }

  /** Creates a file that only the server can read, and opens it for writing. */
  OutputStream createOwn(String name) throws IOException {
    Path file = Files.createFile(folder.resolve(name), OwnerOnly.FILE);
    return Files.newOutputStream(file, StandardOpenOption.WRITE);
  }

  private Path replace(String name, byte[] content, Consumer<Path> finish) {
    Path file = folder.resolve(name);
    try {
      DurableFile.write(file, content, finish);
      return file;
    } catch (IOException e) {
      throw new DataPlaneException("cannot write %s: %s".formatted(file, e), e);
    }
  }

  public boolean isMarked(String mark) {
    return Files.exists(folder.resolve(mark));
  }

  public void mark(String mark) {
    writeOwn(mark, "");
  }

  public void remove(String name) {
    FileTrees.delete(folder.resolve(name));
  }

  public void removeAll() {
    FileTrees.delete(folder);
  }
}
