package dev.goldenrod.dataplane.local.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of one database's folder, which are replaced atomically. */
record RecordFiles(Path folder) {
  static final String DAMAGED = ".damaged";

  private static final Logger LOG = LoggerFactory.getLogger(RecordFiles.class);

  interface Parser<T> {
    T parse(byte[] content) throws IOException;
  }

  interface Content {
    byte[] bytes() throws IOException;
  }

  interface Change {
    void make() throws IOException;
  }

  boolean has(String name) {
    return Files.exists(folder.resolve(name));
  }

  void mark(String name) {
    change(() -> Files.write(folder.resolve(name), new byte[0]));
  }

  void unmark(String name) {
    change(() -> Files.deleteIfExists(folder.resolve(name)));
  }

  Optional<String> text(String name) {
    return read(name, bytes -> new String(bytes, StandardCharsets.US_ASCII));
  }

  /** Reads a file; empty if it does not exist or is damaged. A damaged file is renamed. */
  <T> Optional<T> read(String name, Parser<T> parser) {
    Path file = folder.resolve(name);
    try {
      return Optional.of(parser.parse(Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      putAside(file);
      return Optional.empty();
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  /** A power failure can damage files of a database that was not ready; they are written again. */
  private static void putAside(Path damaged) {
    Path kept = damaged.resolveSibling(damaged.getFileName() + DAMAGED);
    try {
      Files.move(damaged, kept, StandardCopyOption.ATOMIC_MOVE);
      LOG.warn("{} is damaged; it is kept as {}", damaged, kept.getFileName());
    } catch (NoSuchFileException e) {
      LOG.debug("The damaged file {} was renamed concurrently", damaged);
    } catch (IOException e) {
      throw failure(damaged, e);
    }
  }

  void store(String name, String text, boolean durable) {
    store(name, () -> text.getBytes(StandardCharsets.US_ASCII), durable);
  }

  void store(String name, Content content, boolean durable) {
    Path file = folder.resolve(name);
    change(file, () -> replace(file, content.bytes(), durable));
  }

  private void replace(Path file, byte[] content, boolean durable) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder, OwnerOnly.FOLDER);
    }
    Path temporary = Files.createTempFile(folder, "", ".tmp", OwnerOnly.FILE);
    Files.write(temporary, content);
    if (durable) {
      DurableFile.force(temporary);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    if (durable) {
      DurableFile.force(folder);
    }
  }

  /** Makes a change of the folder as a whole. */
  void change(Change change) {
    change(folder, change);
  }

  private static void change(Path file, Change change) {
    try {
      change.make();
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  private static DataPlaneException failure(Path file, IOException cause) {
    return new DataPlaneException("cannot read or write %s: %s".formatted(file, cause), cause);
  }
}
