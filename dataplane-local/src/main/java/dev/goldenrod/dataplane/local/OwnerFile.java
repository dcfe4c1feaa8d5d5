package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.StoreMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The file that names the store to which a data directory belongs: a line with the fields of a
 * {@link StoreMark}, or with the owner's id only if an older release wrote it. Not thread-safe.
 */
record OwnerFile(Path file) {
  private static final int PARTS = 4;

  Optional<StoreMark> read() {
    try {
      return Files.exists(file) ? Optional.of(parse(Files.readString(file))) : Optional.empty();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Replaces the mark; the new one survives a power failure. */
  void write(StoreMark mark) {
    String line = "%s %d %s %s\n".formatted(mark.owner(), mark.number(), mark.token(), mark.at());
    try {
      DurableFile.write(file, line.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private StoreMark parse(String text) {
    String[] parts = text.strip().split(" ");
    try {
      UUID owner = UUID.fromString(parts[0]);
      return parts.length == PARTS
          ? new StoreMark(
              owner, Long.parseLong(parts[1]), UUID.fromString(parts[2]), Instant.parse(parts[3]))
          : StoreMark.ofOwner(owner);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new DataPlaneException(
          "%s does not state which store owns the data directory: '%s'; restore the file from a backup, or delete it: the next store that starts here then owns the whole directory"
              .formatted(file, text.strip()),
          e);
    }
  }

  private DataPlaneException failure(IOException cause) {
    return new DataPlaneException("%s cannot be read or written: %s".formatted(file, cause), cause);
  }
}
