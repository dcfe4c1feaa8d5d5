package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.volume.VolumeStores;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.dataplane.tls.OperatorCertificates;
import dev.goldenrod.dataplane.tls.OwnCertificates;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a local data plane is to work. Immutable. */
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

  /** Databases in that data directory, for this machine alone. */
  public static LocalOptions of(Path dataDir) {
    return builder(dataDir).build();
  }

  /**
   * Options that are to be changed before they are built.
   *
   * @param dataDir where everything is kept; made when it is missing
   */
  public static Builder builder(Path dataDir) {
    return new Builder(dataDir, null);
  }

  /**
   * Options that are to be changed before they are built.
   *
   * @param held a directory that its holder keeps more in; has to be held until the data plane is
   *     closed, and is for one data plane at a time
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

  /** What the kinds of volumes are called, best first. */
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

  /** What databases in that directory speak TLS with; empty for none. */
  Optional<DatabaseTls> tls(DataDirectory directory) {
    if (certificateFiles != null) {
      return Optional.of(certificateFiles.of(advertiseHost));
    }
    return ownCertificates ? Optional.of(own(directory)) : Optional.empty();
  }

  private DatabaseTls own(DataDirectory directory) {
    Clock clock = Clock.systemUTC();
    CertificateAuthority authority = CertificateAuthority.open(directory.certificates(), clock);
    return new OwnCertificates(authority, List.of(listen, advertiseHost), clock);
  }

  private record CertificateFiles(Path certificate, Path key, @Nullable Path authorities) {
    DatabaseTls of(String host) {
      return new OperatorCertificates(
          certificate, key, Optional.ofNullable(authorities), host, Clock.systemUTC());
    }
  }

  /** Collects options; what is not set is as {@link LocalOptions#of} has it. */
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
     * The address that databases listen on, or a comma-separated list; {@code 0.0.0.0} for all.
     * Loopback is always among them, and alone unless this is set.
     */
    public Builder listen(String value) {
      listen = Objects.requireNonNull(value);
      return this;
    }

    /** The host in endpoints and credentials; loopback unless it is set. */
    public Builder advertiseHost(String value) {
      advertiseHost = Objects.requireNonNull(value);
      return this;
    }

    /** What databases get their ports from. */
    public Builder ports(PortRange value) {
      ports = Objects.requireNonNull(value);
      return this;
    }

    /** Folders of PostgreSQL installations; empty for those the system has. */
    public Builder postgresHomes(List<Path> value) {
      postgresHomes = value;
      return this;
    }

    /** The one of {@link #volumeKinds} to use; null for the best that works. */
    public Builder volumes(@Nullable String value) {
      volumes = value;
      return this;
    }

    /**
     * The user that imports and goldens belong to when the server is root; null for {@code
     * goldenrod}, created where that is possible, else {@code postgres}, else {@code nobody}.
     */
    public Builder engineUser(@Nullable String value) {
      engineUser = value;
      return this;
    }

    /**
     * The users of databases when the server is root, each of its own: the first number plus the
     * database's port; null for the engine user for all.
     */
    public Builder engineUids(@Nullable UidRange value) {
      engineUids = value;
      return this;
    }

    /**
     * The folders below which stopped data directories may be registered as {@code dir:} handles.
     */
    public Builder importRoots(List<Path> value) {
      importRoots = value;
      return this;
    }

    /**
     * Whether PostgreSQL clones of goldens never wait for the disk, as suits tests: the end of the
     * machine may damage them, the end of their server does not. Goldens and databases to keep are
     * as safe as ever. They wait unless it is set.
     */
    public Builder volatileClones(boolean value) {
      volatileClones = value;
      return this;
    }

    /**
     * Has databases speak TLS, and clients have to, from each one's next start on: with
     * certificates of an authority in the data directory. Without it and {@link #certificate},
     * PostgreSQL and MongoDB speak none, and MySQL offers it.
     */
    public Builder ownCertificates() {
      ownCertificates = true;
      return this;
    }

    /**
     * The same with a certificate in PEM files, which are read again when they change.
     *
     * @param certificate the databases' own, and after it those that lead to its authority
     * @param key without a password
     * @param authorities by which clients know it; null for those of the first file
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
