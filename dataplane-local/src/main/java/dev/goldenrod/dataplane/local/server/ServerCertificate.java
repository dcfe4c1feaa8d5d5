package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.tls.DatabaseTls;
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

  /** Where the server on that volume finds it. */
  ServerTls tls(DataVolume volume) {
    return new ServerTls(
        volume.conf().resolve(IDENTITY), volume.conf().resolve(AUTHORITY), tls.authorities());
  }

  /**
   * Writes it beside the volume's configuration, as another one where the former is not good any
   * more.
   *
   * @param user that the engine runs as
   * @return whether the files differ from what was there
   */
  boolean write(DataVolume volume, RunAs user) throws IOException {
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
