package dev.goldenrod.dataplane.k8s.options;

import dev.goldenrod.dataplane.k8s.template.Templates;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of a data plane on Kubernetes. Immutable. */
public final class KubernetesOptions {
  /** The default namespace of all databases. */
  public static final String DEFAULT_NAMESPACE = "goldenrod";

  /** The type of the Services through which clients reach databases. */
  public enum ServiceType {
    /** Reachable from inside of the cluster only. */
    CLUSTER_IP("ClusterIP"),
    NODE_PORT("NodePort"),
    /** Reachable at an address that the cluster's provider assigns. */
    LOAD_BALANCER("LoadBalancer");

    private final String wireName;

    ServiceType(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }

  private final @Nullable Path kubeconfig;
  private final @Nullable String context;
  private final String namespace;
  private final @Nullable String storageClass;
  private final @Nullable String snapshotClass;
  private final ServiceType serviceType;
  private final @Nullable String nodeHost;
  private final String registry;
  private final Map<String, String> images;
  private final @Nullable String pullSecret;
  private final long importLimitGib;
  private final Templates templates;
  private final boolean holdsDatabases;
  private final NamespaceMembers declaring;
  private final boolean ownCertificates;
  private final @Nullable String tlsSecret;
  private final String release;

  private KubernetesOptions(Builder builder) {
    kubeconfig = builder.kubeconfig;
    context = builder.context;
    namespace = builder.namespace;
    storageClass = builder.storageClass;
    snapshotClass = builder.snapshotClass;
    serviceType = builder.serviceType;
    nodeHost = builder.nodeHost;
    registry = builder.registry;
    images = Map.copyOf(builder.images);
    pullSecret = builder.pullSecret;
    importLimitGib = builder.importLimitGib;
    templates = builder.templates;
    holdsDatabases = builder.holdsDatabases;
    declaring = builder.declaring;
    ownCertificates = builder.ownCertificates;
    tlsSecret = builder.tlsSecret;
    release = builder.release;
  }

  public static Builder builder() {
    return new Builder();
  }

  public Optional<Path> kubeconfig() {
    return Optional.ofNullable(kubeconfig);
  }

  public Optional<String> context() {
    return Optional.ofNullable(context);
  }

  public String namespace() {
    return namespace;
  }

  public Optional<String> storageClass() {
    return Optional.ofNullable(storageClass);
  }

  public Optional<String> snapshotClass() {
    return Optional.ofNullable(snapshotClass);
  }

  public ServiceType serviceType() {
    return serviceType;
  }

  public Optional<String> nodeHost() {
    return Optional.ofNullable(nodeHost);
  }

  public String registry() {
    return registry;
  }

  public Map<String, String> images() {
    return images;
  }

  public Optional<String> pullSecret() {
    return Optional.ofNullable(pullSecret);
  }

  /** The exclusive limit of an imported database in GiB, as reported by the source. */
  public long importLimitGib() {
    return importLimitGib;
  }

  public Templates templates() {
    return templates;
  }

  public boolean holdsDatabases() {
    return holdsDatabases;
  }

  public NamespaceMembers declaring() {
    return declaring;
  }

  public boolean ownCertificates() {
    return ownCertificates;
  }

  public Optional<String> tlsSecret() {
    return Optional.ofNullable(tlsSecret);
  }

  public String release() {
    return release;
  }

  public static final class Builder {
    private @Nullable Path kubeconfig;
    private @Nullable String context;
    private String namespace = DEFAULT_NAMESPACE;
    private @Nullable String storageClass;
    private @Nullable String snapshotClass;
    private ServiceType serviceType = ServiceType.CLUSTER_IP;
    private @Nullable String nodeHost;
    private String registry = "";
    private Map<String, String> images = Map.of();
    private @Nullable String pullSecret;
    private long importLimitGib = 4096;
    private Templates templates = Templates.none();
    private boolean holdsDatabases;
    private NamespaceMembers declaring = NamespaceMembers.none();
    private boolean ownCertificates;
    private @Nullable String tlsSecret;
    private String release = "";

    private Builder() {}

    /** The kubeconfig file; null for the pod's service account or the default file. */
    public Builder kubeconfig(@Nullable Path value) {
      kubeconfig = value;
      return this;
    }

    /** The context of the kubeconfig; null for its current one. */
    public Builder context(@Nullable String value) {
      context = value;
      return this;
    }

    public Builder namespace(String value) {
      namespace = Objects.requireNonNull(value);
      return this;
    }

    /** The class of volumes; null for the cluster's default. */
    public Builder storageClass(@Nullable String value) {
      storageClass = value;
      return this;
    }

    /** The class of snapshots; null for one of the volumes' driver. */
    public Builder snapshotClass(@Nullable String value) {
      snapshotClass = value;
      return this;
    }

    public Builder serviceType(ServiceType value) {
      serviceType = Objects.requireNonNull(value);
      return this;
    }

    /** The host in endpoints of node ports; null for an address of a node. */
    public Builder nodeHost(@Nullable String value) {
      nodeHost = value;
      return this;
    }

    /** The prefix of every image's name, with its slash; may be empty. */
    public Builder registry(String value) {
      registry = Objects.requireNonNull(value);
      return this;
    }

    /** Images in place of the official ones, by type and release, as in {@code postgresql:15}. */
    public Builder images(Map<String, String> value) {
      images = value;
      return this;
    }

    /** The Secret with the credentials for pulling images; null for none. */
    public Builder pullSecret(@Nullable String value) {
      pullSecret = value;
      return this;
    }

    /** The exclusive upper limit of an imported database in GiB; 4096 by default. */
    public Builder importLimitGib(long value) {
      if (value < 1) {
        throw new IllegalArgumentException("importLimitGib must be 1 or more, not " + value);
      }
      importLimitGib = value;
      return this;
    }

    /** Fields that are added to pods and Services; none by default. */
    public Builder templates(Templates value) {
      templates = Objects.requireNonNull(value);
      return this;
    }

    /** Whether draining a node is blocked while it runs a database to keep; false by default. */
    public Builder holdsDatabases(boolean value) {
      holdsDatabases = value;
      return this;
    }

    /** The namespaces in which Clones and Databases are reconciled; none by default. */
    public Builder declaring(NamespaceMembers value) {
      declaring = Objects.requireNonNull(value);
      return this;
    }

    /**
     * Makes databases use TLS, and require it of clients, from each one's next start on, with
     * certificates of an authority in a Secret of the namespace. Without this and {@link
     * #tlsSecret}, each engine's default applies.
     */
    public Builder ownCertificates() {
      ownCertificates = true;
      return this;
    }

    /**
     * Makes databases use TLS as {@link #ownCertificates} does, with the certificate in a Secret of
     * the namespace, of the type {@code kubernetes.io/tls}. The Secret is read again when it
     * changes.
     */
    public Builder tlsSecret(String value) {
      tlsSecret = Objects.requireNonNull(value);
      return this;
    }

    /** The release in the {@code User-Agent} of calls, as in {@code 0.1.0}. */
    public Builder release(String value) {
      release = Objects.requireNonNull(value);
      return this;
    }

    public KubernetesOptions build() {
      return new KubernetesOptions(this);
    }
  }
}
