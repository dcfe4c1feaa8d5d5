package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.volume.VolumeStores;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
import dev.goldenrod.dataplane.tls.OperatorCertificates;
import dev.goldenrod.engine.OptionalLibrary;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The configuration of a {@link LocalDataPlane}. Immutable. */
public final class LocalOptions {
  private final Path dataDir;
  private final @Nullable DataDirectory held;
  private final String listen;
  private final String advertiseHost;
  private final PortRange ports;
  private final List<Path> postgresHomes;
  private final @Nullable String volumes;
  private final @Nullable String engineUser;
  private final @Nullable UidRange engineUids;
  private final List<Path> importRoots;
  private final boolean volatileClones;
  private final boolean ownCertificates;
  private final @Nullable CertificateFiles certificateFiles;

  private LocalOptions(Builder builder) {
    dataDir = builder.dataDir.toAbsolutePath().normalize();
    held = builder.held;
    listen = builder.listen;
    advertiseHost = builder.advertiseHost;
    ports = builder.ports;
    postgresHomes = List.copyOf(builder.postgresHomes);
    volumes = builder.volumes;
    engineUser = builder.engineUser;
    engineUids = builder.engineUids;
    importRoots = List.copyOf(builder.importRoots);
    volatileClones = builder.volatileClones;
    ownCertificates = builder.ownCertificates;
    certificateFiles = builder.certificateFiles;
  }

  /** Returns the defaults for a data directory; databases listen on loopback only. */
  public static LocalOptions of(Path dataDir) {
    return builder(dataDir).build();
  }

  /**
   * Returns a builder.
   *
   * @param dataDir the directory for all files; created if it is missing
   */
  public static Builder builder(Path dataDir) {
    return new Builder(dataDir, null);
  }

  /**
   * Returns a builder.
   *
   * @param held must stay locked until the data plane is closed; for one data plane at a time
   */
  public static Builder builder(DataDirectory held) {
    return new Builder(held.path(), held);
  }

  Path dataDir() {
    return dataDir;
  }

  Optional<DataDirectory> held() {
    return Optional.ofNullable(held);
  }

  String listen() {
    return listen;
  }

  String advertiseHost() {
    return advertiseHost;
  }

  PortRange ports() {
    return ports;
  }

  List<Path> postgresHomes() {
    return postgresHomes;
  }

  /** Returns the names of the kinds of volumes, the preferred one first. */
  public static List<String> volumeKinds() {
    return VolumeStores.kinds();
  }

  @Nullable String volumes() {
    return volumes;
  }

  @Nullable String engineUser() {
    return engineUser;
  }

  @Nullable UidRange engineUids() {
    return engineUids;
  }

  List<Path> importRoots() {
    return importRoots;
  }

  boolean volatileClones() {
    return volatileClones;
  }

  /** Returns the certificate source of databases, or empty if TLS is not configured. */
  Optional<DatabaseTls> tls(DataDirectory directory) {
    if (certificateFiles == null && !ownCertificates) {
      return Optional.empty();
    }
    OptionalLibrary.BOUNCY_CASTLE.require();
    return Optional.of(
        certificateFiles == null ? own(directory) : certificateFiles.of(advertiseHost));
  }

  private DatabaseTls own(DataDirectory directory) {
    Clock clock = Clock.systemUTC();
    CertificateAuthority authority = CertificateAuthority.open(directory.certificates(), clock);
    return new IssuedCertificates(authority, List.of(listen, advertiseHost), clock);
  }

  private record CertificateFiles(Path certificate, Path key, @Nullable Path authorities) {
    DatabaseTls of(String host) {
      return new OperatorCertificates(
          certificate, key, Optional.ofNullable(authorities), host, Clock.systemUTC());
    }
  }

  /** A builder; unset options have the defaults of {@link LocalOptions#of}. */
  public static final class Builder {
    private static final String LOOPBACK = "127.0.0.1";

    private final Path dataDir;
    private final @Nullable DataDirectory held;
    private String listen = LOOPBACK;
    private String advertiseHost = LOOPBACK;
    private PortRange ports = PortRange.usual();
    private List<Path> postgresHomes = List.of();
    private @Nullable String volumes;
    private @Nullable String engineUser;
    private @Nullable UidRange engineUids = UidRange.usual();
    private List<Path> importRoots = List.of();
    private boolean volatileClones;
    private boolean ownCertificates;
    private @Nullable CertificateFiles certificateFiles;

    private Builder(Path dataDir, @Nullable DataDirectory held) {
      this.dataDir = Objects.requireNonNull(dataDir);
      this.held = held;
    }

    /**
     * Sets the address that databases listen on, or a comma-separated list of addresses; {@code
     * 0.0.0.0} for all. Databases always listen on loopback too, which is the default.
     */
    public Builder listen(String value) {
      listen = Objects.requireNonNull(value);
      return this;
    }

    /** Sets the host name in endpoints and credentials; loopback by default. */
    public Builder advertiseHost(String value) {
      advertiseHost = Objects.requireNonNull(value);
      return this;
    }

    public Builder ports(PortRange value) {
      ports = Objects.requireNonNull(value);
      return this;
    }

    /** Sets the folders of PostgreSQL installations; empty to search the usual ones. */
    public Builder postgresHomes(List<Path> value) {
      postgresHomes = value;
      return this;
    }

    /** Sets the kind of volumes, one of {@link #volumeKinds}; null for the best kind that works. */
    public Builder volumes(@Nullable String value) {
      volumes = value;
      return this;
    }

    /**
     * Sets the user that imports and goldens belong to if the server runs as root; null for {@code
     * goldenrod}, created where that is possible, else {@code postgres}, else {@code nobody}.
     */
    public Builder engineUser(@Nullable String value) {
      engineUser = value;
      return this;
    }

    /**
     * Sets the user ids of databases if the server runs as root. A database's id is the first of
     * the range plus its port. Null to run all databases as the engine user.
     */
    public Builder engineUids(@Nullable UidRange value) {
      engineUids = value;
      return this;
    }

    /** Sets the folders below which {@code dir:} handles may register stopped data directories. */
    public Builder importRoots(List<Path> value) {
      importRoots = value;
      return this;
    }

    /**
     * Sets whether PostgreSQL clones of goldens skip waiting for the disk, as suits tests. A crash
     * of the machine may damage such a clone; a crash of its server does not. Other databases are
     * as safe as ever. False by default.
     */
    public Builder volatileClones(boolean value) {
      volatileClones = value;
      return this;
    }

    /**
     * Makes databases require TLS from their next start on, with certificates of an authority in
     * the data directory. Without TLS options, PostgreSQL and MongoDB do not speak TLS, and MySQL
     * offers it.
     */
    public Builder ownCertificates() {
      ownCertificates = true;
      return this;
    }

    /**
     * Makes databases require TLS from their next start on, with an operator's PEM files, which are
     * read again when they change.
     *
     * @param certificate the databases' certificate, followed by the chain to its authority
     * @param key without a password
     * @param authorities for clients to verify it; null for those in the first file
     */
    public Builder certificate(Path certificate, Path key, @Nullable Path authorities) {
      certificateFiles = new CertificateFiles(certificate, key, authorities);
      return this;
    }

    public LocalOptions build() {
      return new LocalOptions(this);
    }
  }
}
