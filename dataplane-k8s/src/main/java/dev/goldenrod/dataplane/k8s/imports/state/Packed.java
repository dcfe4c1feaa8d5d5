package dev.goldenrod.dataplane.k8s.imports.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Text that is much of the same, in the room that a Secret has for it. */
final class Packed {
  private static final Logger LOG = LoggerFactory.getLogger(Packed.class);

  /** A Secret takes 1 MiB in all. */
  private static final int MOST = 512 << 10;

  private Packed() {}

  /** The packed text; empty when it is too much. */
  static Optional<byte[]> pack(byte[] text) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(packed.toByteArray()).filter(bytes -> bytes.length <= MOST);
  }

  /** The text; empty when it is damaged. */
  static Optional<byte[]> unpack(byte[] packed) {
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return Optional.of(stream.readAllBytes());
    } catch (IOException e) {
      LOG.warn("what is kept of an import is damaged and left aside: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
