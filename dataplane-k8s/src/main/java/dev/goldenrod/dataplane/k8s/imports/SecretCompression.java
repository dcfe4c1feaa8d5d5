package dev.goldenrod.dataplane.k8s.imports;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compresses repetitive text so that it fits into a Secret. */
final class SecretCompression {
  private static final Logger LOG = LoggerFactory.getLogger(SecretCompression.class);

  /** Half of a Secret's limit of 1 MiB. */
  private static final int MOST = 512 << 10;

  private SecretCompression() {}

  /** Returns the compressed text; empty if it is still too large. */
  static Optional<byte[]> compress(byte[] text) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(packed.toByteArray()).filter(bytes -> bytes.length <= MOST);
  }

  static Optional<byte[]> decompress(byte[] packed) {
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return Optional.of(stream.readAllBytes());
    } catch (IOException e) {
      LOG.warn("Ignoring the damaged dump record of an import: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
