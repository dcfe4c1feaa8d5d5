package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.dataplane.tls.KeptCertificate;
import dev.goldenrod.engine.ServerTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
    try {
      return new KeptCertificate("", Files.readString(volume.conf().resolve(file))).authorities();
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
    write(volume, user);
    noteServed(volume);
  }

  /**
   * Writes another one where the former is not good any more, for a server that runs.
   *
   * @param user that the engine runs as
   * @return whether the server is to read it, until {@link #noteServed}
   */
  boolean renew(DataVolume volume, RunAs user) throws IOException {
    String shown = certificates(volume, IDENTITY);
    Path former = volume.conf().resolve(FORMER);
    boolean isDue = Files.exists(former);
    if (write(volume, user) && !isDue) {
      Files.writeString(former, shown);
      return true;
    }
    return isDue;
  }

  /** Notes that the server has read what was written. */
  void noteServed(DataVolume volume) throws IOException {
    Files.deleteIfExists(volume.conf().resolve(FORMER));
  }

  /** Whether the files differ from what was there. */
  private boolean write(DataVolume volume, RunAs user) throws IOException {
    Optional<String> former = kept.tlsIdentity();
    String identity = tls.identity(former);
    if (!former.equals(Optional.of(identity))) {
      kept.saveTlsIdentity(identity);
    }
    return replace(volume.conf().resolve(AUTHORITY), tls.authorities(), user)
        | replace(volume.conf().resolve(IDENTITY), identity, user);
  }

  /** Replaces the file whole; a server may read it at any moment. */
  private static boolean replace(Path file, String text, RunAs user) throws IOException {
    if (Files.exists(file) && Files.readString(file).equals(text)) {
      user.letRead(file);
      return false;
    }
    Path fresh = Files.createTempFile(file.getParent(), ".", ".new", OwnerOnly.FILE);
    try {
      Files.writeString(fresh, text);
      user.letRead(fresh);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
