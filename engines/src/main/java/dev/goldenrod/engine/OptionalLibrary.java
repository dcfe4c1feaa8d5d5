package dev.goldenrod.engine;

import dev.goldenrod.port.DataPlaneException;
import java.util.List;

/**
 * A library that Goldenrod's artifacts do not bring: programs that embed Goldenrod add it to their
 * dependencies if they use its feature. The server includes all of them.
 */
public enum OptionalLibrary {
  MARIADB("MySQL databases", "org.mariadb.jdbc:mariadb-java-client", "org.mariadb.jdbc.Driver"),
  MONGODB("MongoDB databases", "org.mongodb:mongodb-driver-sync", "com.mongodb.client.MongoClient"),
  BOUNCY_CASTLE(
      "certificates of databases",
      "org.bouncycastle:bcpkix-jdk18on",
      "org.bouncycastle.cert.X509v3CertificateBuilder",
      "org.bouncycastle.openssl.PEMParser"),
  COMPRESS(
      "archives of database engines",
      "org.apache.commons:commons-compress and org.tukaani:xz",
      "org.apache.commons.compress.archivers.tar.TarArchiveInputStream",
      "org.tukaani.xz.XZInputStream");

  private final String feature;
  private final String artifacts;
  private final List<String> classes;

  OptionalLibrary(String feature, String artifacts, String... classes) {
    this.feature = feature;
    this.artifacts = artifacts;
    this.classes = List.of(classes);
  }

  /** Throws a {@link DataPlaneException} that names the artifacts if the library is missing. */
  public void require() {
    for (String name : classes) {
      try {
        Class.forName(name, false, OptionalLibrary.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        throw new DataPlaneException(
            "%s require a library that this program lacks; add %s to its dependencies"
                .formatted(feature, artifacts),
            e);
      }
    }
  }
}
