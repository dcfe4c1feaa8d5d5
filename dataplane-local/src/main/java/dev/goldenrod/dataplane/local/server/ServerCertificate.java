package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.dataplane.tls.KeptCertificate;
import dev.goldenrod.engine.ServerTls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The certificate of one database's server, which lies beside its configuration for its engine,
 * whose user can read it and no more.
 *
 * @param kept what is kept of it for the control plane alone
 */
public record ServerCertificate(DatabaseTls tls, Kept kept) {
  /** The certificate and key that a database's server was last given. */
  public interface Kept {
    /** Both as PEM; empty before. Secret. */
    Optional<String> tlsIdentity();

    /** Keeps them: later generations of the database go on with them. */
    void saveTlsIdentity(String pem);
  }

  private static final String IDENTITY = "server.pem";
  private static final String AUTHORITY = "authority.pem";

  /** The certificates that the running server may still show, until it has read the others. */
  private static final String FORMER = "former.pem";

  /** Where the server on that volume finds it. */
  ServerTls tls(DataVolume volume) {
    return new ServerTls(
        volume.conf().resolve(IDENTITY),
        volume.conf().resolve(AUTHORITY),
        tls.authorities() + certificates(volume, IDENTITY) + certificates(volume, FORMER));
  }

  /** The certificates in the file; empty when it is not there. */
  private static String certificates(DataVolume volume, String file) {
    return new KeptCertificate("", text(volume, file)).authorities();
  }

  /** The text of the file; empty when it cannot be read. */
  private static String text(DataVolume volume, String file) {
    try {
      return Files.readString(volume.conf().resolve(file));
    } catch (IOException notYet) {
      return "";
    }
  }

  /**
   * Writes it beside the volume's configuration, for a server that is about to start.
   *
   * @param user that the engine runs as
   */
  void prepare(DataVolume volume, RunAs user) throws IOException {
    write(volume, identity(), user);
    noteServed(volume);
  }

  /**
   * Replaces a certificate that is not valid any more, for a server that runs. The mark that the
   * server has to read the files is written before them, so that a process that is killed in
   * between leaves no server with a certificate that expires.
   *
   * @param user that the engine runs as
   * @return whether the server has to read the files, until {@link #noteServed}
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

  /** Notes that the server has read what was written. */
  void noteServed(DataVolume volume) throws IOException {
    Files.deleteIfExists(volume.conf().resolve(FORMER));
  }

  private String identity() {
    Optional<String> former = kept.tlsIdentity();
    String identity = tls.identity(former);
    if (!former.equals(Optional.of(identity))) {
      kept.saveTlsIdentity(identity);
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

  /** Replaces the file whole; a server may read it at any moment. */
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
