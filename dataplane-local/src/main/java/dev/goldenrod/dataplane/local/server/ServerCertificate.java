package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.dataplane.tls.DatabaseTls.StoredCertificate;
import dev.goldenrod.engine.ServerContext.ServerTls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The certificate of one database's server, stored beside the configuration, where the engine's
 * user can only read it.
 */
public record ServerCertificate(DatabaseTls tls, Storage storage) {
  /** Persists the certificate and key that a server got last. */
  public interface Storage {
    /** Returns certificate and key as PEM, or empty if there are none. Secret. */
    Optional<String> tlsIdentity();

    /** Saves certificate and key for later generations of the database. */
    void saveTlsIdentity(String pem);
  }

  private static final String IDENTITY = "server.pem";
  private static final String AUTHORITY = "authority.pem";

  /** The certificates that a running server may present until it reloads. */
  private static final String FORMER = "former.pem";

  ServerTls tls(DataVolume volume) {
    return new ServerTls(
        volume.conf().resolve(IDENTITY),
        volume.conf().resolve(AUTHORITY),
        tls.authorities() + certificates(volume, IDENTITY) + certificates(volume, FORMER));
  }

  private static String certificates(DataVolume volume, String file) {
    return new StoredCertificate("", text(volume, file)).authorities();
  }

  private static String text(DataVolume volume, String file) {
    try {
      return Files.readString(volume.conf().resolve(file));
    } catch (IOException notYet) {
      return "";
    }
  }

  /** Writes the certificate for a server that is about to start. */
  void prepare(DataVolume volume, RunAs user) throws IOException {
    write(volume, identity(), user);
    noteServed(volume);
  }

  /**
   * Replaces the certificate of a running server if it is no longer valid. The reload marker is
   * written first, so that a crash in between does not leave a server with a certificate that
   * expires.
   *
   * @return whether the server must reload, until {@link #noteServed}
   */
  boolean renew(DataVolume volume, RunAs user) throws IOException {
    String identity = identity();
    Path former = volume.conf().resolve(FORMER);
    if (!Files.exists(former) && !isWritten(volume, identity)) {
      DurableFile.write(former, bytes(certificates(volume, IDENTITY)));
    }
    write(volume, identity, user);
    return Files.exists(former);
  }

  /** Removes the reload marker after the server has reloaded. */
  void noteServed(DataVolume volume) throws IOException {
    Files.deleteIfExists(volume.conf().resolve(FORMER));
  }

  private String identity() {
    Optional<String> former = storage.tlsIdentity();
    String identity = tls.identity(former);
    if (!former.equals(Optional.of(identity))) {
      storage.saveTlsIdentity(identity);
    }
    return identity;
  }

  private boolean isWritten(DataVolume volume, String identity) {
    return text(volume, AUTHORITY).equals(tls.authorities())
        && text(volume, IDENTITY).equals(identity);
  }

  private void write(DataVolume volume, String identity, RunAs user) throws IOException {
    replace(volume.conf().resolve(AUTHORITY), tls.authorities(), user);
    replace(volume.conf().resolve(IDENTITY), identity, user);
  }

  /** Replaces the file atomically, since the server may read it at any time. */
  private static void replace(Path file, String text, RunAs user) throws IOException {
    if (Files.exists(file) && Files.readString(file).equals(text)) {
      user.letRead(file);
    } else {
      DurableFile.write(file, bytes(text), user::letRead);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
