package dev.goldenrod.dataplane.k8s.options;

import dev.goldenrod.dataplane.k8s.template.Templates;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a data plane on Kubernetes is to work. Immutable. */
public final class KubernetesOptions {
  /** The namespace of all databases unless another one is named. */
  public static final String DEFAULT_NAMESPACE = "goldenrod";

  /** What makes a database's port reachable. */
  public enum ServiceType {
    /** From inside of the cluster alone. */
    CLUSTER_IP("ClusterIP"),
    /** At a port of every node. */
    NODE_PORT("NodePort"),
    /** At an address that the cluster's provider assigns. */
    LOAD_BALANCER("LoadBalancer");

    private final String wireName;

    ServiceType(String wireName) {
      this.wireName = wireName;
    }

    /** The name in Kubernetes. */
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

  /** Options that are to be changed before they are built. */
  public static Builder builder() {
    return new Builder();
  }

  /** The file that tells of the cluster; empty for the pod's own service account or the usual. */
  public Optional<Path> kubeconfig() {
    return Optional.ofNullable(kubeconfig);
  }

  /** The context of the kubeconfig; empty for its current one. */
  public Optional<String> context() {
    return Optional.ofNullable(context);
  }

  /** The namespace of all databases, imports and sources' secrets. */
  public String namespace() {
    return namespace;
  }

  /** The class of volumes; empty for the cluster's default. */
  public Optional<String> storageClass() {
    return Optional.ofNullable(storageClass);
  }

  /** The class of snapshots; empty for one of the volumes' driver. */
  public Optional<String> snapshotClass() {
    return Optional.ofNullable(snapshotClass);
  }

  /** What makes databases reachable. */
  public ServiceType serviceType() {
    return serviceType;
  }

  /** The host in endpoints of node ports; empty for an address of a node. */
  public Optional<String> nodeHost() {
    return Optional.ofNullable(nodeHost);
  }

  /** What stands before every image's name, with its slash; may be empty. */
  public String registry() {
    return registry;
  }

  /** Images by {@code type:release}, in place of the official ones. */
  public Map<String, String> images() {
    return images;
  }

  /** The Secret with which images are pulled, in the namespace. */
  public Optional<String> pullSecret() {
    return Optional.ofNullable(pullSecret);
  }

  /** How many GiB an imported database has less than: volumes are made of the size it tells. */
  public long importLimitGib() {
    return importLimitGib;
  }

  /** What pods and Services have beside what Goldenrod needs. */
  public Templates templates() {
    return templates;
  }

  /** Whether no drain of a node may end a database to keep. */
  public boolean holdsDatabases() {
    return holdsDatabases;
  }

  /** In which namespaces Clones and Databases count, and as whom they act. */
  public NamespaceMembers declaring() {
    return declaring;
  }

  /** Whether databases speak TLS with certificates of an authority of the namespace's own. */
  public boolean ownCertificates() {
    return ownCertificates;
  }

  /** The Secret whose certificate all databases speak TLS with. */
  public Optional<String> tlsSecret() {
    return Optional.ofNullable(tlsSecret);
  }

  /** The release that calls name in their {@code User-Agent}; empty for none. */
  public String release() {
    return release;
  }

  /** Collects options. */
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

    /**
     * The file that tells how to reach the cluster; null for the service account of the pod that
     * this runs in, else for {@code KUBECONFIG} and the user's own file.
     */
    public Builder kubeconfig(@Nullable Path value) {
      kubeconfig = value;
      return this;
    }

    /** The context of the kubeconfig; null for its current one. */
    public Builder context(@Nullable String value) {
      context = value;
      return this;
    }

    /** The namespace of all databases, imports and sources' secrets. */
    public Builder namespace(String value) {
      namespace = Objects.requireNonNull(value);
      return this;
    }

    /** The class of volumes; null for the cluster's default one. */
    public Builder storageClass(@Nullable String value) {
      storageClass = value;
      return this;
    }

    /** The class of snapshots; null for one of the volumes' driver. */
    public Builder snapshotClass(@Nullable String value) {
      snapshotClass = value;
      return this;
    }

    /** What makes databases reachable. */
    public Builder serviceType(ServiceType value) {
      serviceType = Objects.requireNonNull(value);
      return this;
    }

    /** The host in endpoints of node ports; null for an address of a node. */
    public Builder nodeHost(@Nullable String value) {
      nodeHost = value;
      return this;
    }

    /** What stands before every image's name, with its slash; empty for nothing. */
    public Builder registry(String value) {
      registry = Objects.requireNonNull(value);
      return this;
    }

    /** Images in place of the official ones, by type and release, as in {@code postgresql:15}. */
    public Builder images(Map<String, String> value) {
      images = value;
      return this;
    }

    /** The Secret with which images are pulled; null for none. */
    public Builder pullSecret(@Nullable String value) {
      pullSecret = value;
      return this;
    }

    /** How many GiB an imported database has less than; 4096 if left out. */
    public Builder importLimitGib(long value) {
      if (value < 1) {
        throw new IllegalArgumentException("importLimitGib must be 1 or more, not " + value);
      }
      importLimitGib = value;
      return this;
    }

    /** What pods and Services have beside what Goldenrod needs; nothing if left out. */
    public Builder templates(Templates value) {
      templates = Objects.requireNonNull(value);
      return this;
    }

    /** Whether no drain of a node may end a database to keep; it may if left out. */
    public Builder holdsDatabases(boolean value) {
      holdsDatabases = value;
      return this;
    }

    /** In which namespaces Clones and Databases count; in none if left out. */
    public Builder declaring(NamespaceMembers value) {
      declaring = Objects.requireNonNull(value);
      return this;
    }

    /**
     * Has databases speak TLS, and clients have to, from each one's next start on: with
     * certificates of an authority in a Secret of the namespace. Without it and {@link #tlsSecret},
     * each does what its engine does by itself.
     */
    public Builder ownCertificates() {
      ownCertificates = true;
      return this;
    }

    /**
     * The same with the certificate in a Secret of the namespace, of the type {@code
     * kubernetes.io/tls}, which is read again when it changes.
     */
    public Builder tlsSecret(String value) {
      tlsSecret = Objects.requireNonNull(value);
      return this;
    }

    /** The release that calls name in their {@code User-Agent}, as in {@code 0.1.0}. */
    public Builder release(String value) {
      release = Objects.requireNonNull(value);
      return this;
    }

    public KubernetesOptions build() {
      return new KubernetesOptions(this);
    }
  }
}
