package dev.goldenrod.server;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers.Rule;
import dev.goldenrod.dataplane.k8s.options.ServerNamespace;
import dev.goldenrod.dataplane.k8s.template.PodTemplate;
import dev.goldenrod.dataplane.k8s.template.ServiceTemplate;
import dev.goldenrod.dataplane.k8s.template.Templates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Validates the settings of the data plane on Kubernetes. */
final class KubernetesSettings {
  private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  private static final Pattern NAME =
      Pattern.compile(
          "(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private static final Pattern IMPORT_LIMIT = Pattern.compile("[1-9][0-9]{0,6}");

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9.:]*[A-Za-z0-9])?");

  private static final Pattern IMAGE_PART =
      Pattern.compile("(?!\\S*//)[A-Za-z0-9][-A-Za-z0-9._:/@]*");

  private static final Pattern IMAGE =
      Pattern.compile("(?<engine>(?<type>[a-z]+):[0-9]+(\\.[0-9]+)*)=(?<image>" + IMAGE_PART + ")");

  private static final Pattern RULE =
      Pattern.compile("(?<namespace>[-a-z0-9*]{1,63})=(?<member>[^\\s=]{1,254})");

  private static final String OWN_USER = "999";
  private static final String ASSIGNED_USER = "namespace";

  private KubernetesSettings() {}

  /** Combines options and environment; throws {@link UsageException} if a setting is invalid. */
  static KubernetesOptions of(
      KubernetesServeOptions options,
      DatabaseTlsSettings.Kind databaseTls,
      Environment environment) {
    ServiceType type = serviceType(options.serviceType);
    KubernetesOptions.Builder builder =
        KubernetesOptions.builder()
            .release(Version.current())
            .kubeconfig(file(options.kubeconfig))
            .context(nullIfEmpty(options.context))
            .storageClass(name("--kube-storage-class", options.storageClass))
            .snapshotClass(name("--kube-snapshot-class", options.snapshotClass))
            .serviceType(type)
            .nodeHost(nodeHost(options.nodeHost, type))
            .registry(registry(options.registry))
            .images(images(options, environment))
            .pullSecret(name("--kube-pull-secret", options.pullSecret))
            .templates(templates(options))
            .holdsDatabases(holdsDatabases(options.disruptionBudget));
    if (!options.namespace.isEmpty()) {
      builder.namespace(namespace(options.namespace));
    }
    builder.declaring(members(options, environment));
    applyTls(databaseTls, options.tlsSecret, builder);
    if (!options.importLimit.isEmpty()) {
      builder.importLimitGib(importLimit(options.importLimit));
    }
    return builder.build();
  }

  private static void applyTls(
      DatabaseTlsSettings.Kind kind, String secret, KubernetesOptions.Builder builder) {
    if (kind == DatabaseTlsSettings.Kind.CERT) {
      if (secret.isEmpty()) {
        throw new UsageException("--database-tls cert on Kubernetes needs --kube-tls-secret");
      }
      builder.tlsSecret(Objects.requireNonNull(name("--kube-tls-secret", secret)));
      return;
    }
    if (!secret.isEmpty()) {
      throw new UsageException(
          "--kube-tls-secret %s needs --database-tls cert, but it is %s".formatted(secret, kind));
    }
    if (kind == DatabaseTlsSettings.Kind.AUTO) {
      builder.ownCertificates();
    }
  }

  private static @Nullable Path file(String given) {
    if (given.isEmpty()) {
      return null;
    }
    Path file = Path.of(given);
    if (Files.isReadable(file) && !Files.isDirectory(file)) {
      return file.toAbsolutePath().normalize();
    }
    throw new UsageException("--kubeconfig " + given + " is not a readable file");
  }

  private static String namespace(String given) {
    if (NAMESPACE.matcher(given).matches()) {
      return given;
    }
    throw new UsageException(
        "--kube-namespace '%s' must have 1 to 63 characters a-z, 0-9 and -, without - at either end"
            .formatted(given));
  }

  private static @Nullable String name(String option, String given) {
    if (given.isEmpty() || NAME.matcher(given).matches()) {
      return nullIfEmpty(given);
    }
    throw new UsageException(
        "%s '%s' must be a Kubernetes name: 1 to 253 characters a-z, 0-9, - and ."
            .formatted(option, given));
  }

  private static int importLimit(String given) {
    if (IMPORT_LIMIT.matcher(given).matches()) {
      return Integer.parseInt(given);
    }
    throw new UsageException(
        "--kube-import-limit '%s' must be a number of GiB, 1 to 9999999".formatted(given));
  }

  private static boolean holdsDatabases(String given) {
    return switch (given) {
      case "", "none" -> false;
      case "databases" -> true;
      default ->
          throw new UsageException(
              "--kube-disruption-budget '%s' must be none or databases".formatted(given));
    };
  }

  private static ServiceType serviceType(String given) {
    if (given.isEmpty()) {
      return ServiceType.CLUSTER_IP;
    }
    return Stream.of(ServiceType.values())
        .filter(type -> type.wireName().equalsIgnoreCase(given))
        .findAny()
        .orElseThrow(
            () ->
                new UsageException(
                    "--kube-service-type %s must be one of %s".formatted(given, serviceTypes())));
  }

  private static String serviceTypes() {
    return Stream.of(ServiceType.values())
        .map(ServiceType::wireName)
        .collect(Collectors.joining(", "));
  }

  private static @Nullable String nodeHost(String given, ServiceType type) {
    if (given.isEmpty()) {
      return null;
    }
    if (type != ServiceType.NODE_PORT) {
      throw new UsageException(
          "--kube-node-host %s needs --kube-service-type NodePort, but it is %s"
              .formatted(given, type.wireName()));
    }
    if (HOST.matcher(given).matches()) {
      return given;
    }
    throw new UsageException(
        "--kube-node-host '" + given + "' must be a host name or an address, without a port");
  }

  private static String registry(String given) {
    if (given.isEmpty()) {
      return given;
    }
    if (!IMAGE_PART.matcher(given).matches()) {
      throw new UsageException(
          "--kube-registry '"
              + given
              + "' is not a valid prefix of an image name; remove https://");
    }
    return given.endsWith("/") ? given : given + "/";
  }

  private static Map<String, String> images(
      KubernetesServeOptions options, Environment environment) {
    List<String> given = environment.values("--kube-image", options.images);
    Map<String, String> images = new LinkedHashMap<>();
    for (String one : given) {
      Matcher image = IMAGE.matcher(one);
      if (!image.matches() || !Engines.types().contains(image.group("type"))) {
        throw new UsageException(
            "--kube-image '%s' must be TYPE:RELEASE=IMAGE, for example postgresql:15=team/postgres:15.4, with TYPE one of %s"
                .formatted(one, String.join(", ", Engines.types())));
      }
      if (images.put(image.group("engine"), image.group("image")) != null) {
        throw new UsageException("--kube-image names " + image.group("engine") + " twice");
      }
    }
    return images;
  }

  /** Returns the operator's templates for pods and Services. */
  private static Templates templates(KubernetesServeOptions options) {
    return new Templates(
        options.podTemplate.isEmpty()
            ? PodTemplate.none()
            : template("--kube-pod-template", options.podTemplate, PodTemplate::read),
        options.serviceTemplate.isEmpty()
            ? ServiceTemplate.none()
            : template("--kube-service-template", options.serviceTemplate, ServiceTemplate::read),
        isOwnUser(options.user));
  }

  private static <T> T template(String option, String file, Function<Path, T> reader) {
    try {
      return reader.apply(Path.of(file));
    } catch (IllegalArgumentException e) {
      throw new UsageException("%s %s: %s".formatted(option, file, e.getMessage()), e);
    }
  }

  private static boolean isOwnUser(String given) {
    if (given.isEmpty() || given.equals(OWN_USER)) {
      return true;
    }
    if (given.equals(ASSIGNED_USER)) {
      return false;
    }
    throw new UsageException("--kube-user '%s' must be 999 or namespace".formatted(given));
  }

  /** Returns the members on whose behalf the objects of each namespace are reconciled. */
  private static NamespaceMembers members(KubernetesServeOptions options, Environment environment) {
    String databases =
        options.namespace.isEmpty() ? KubernetesOptions.DEFAULT_NAMESPACE : options.namespace;
    List<Rule> rules =
        environment.values("--kube-resources", options.resources).stream()
            .map(one -> rule(one, databases))
            .toList();
    return NamespaceMembers.of(rules, databases, ServerNamespace.find());
  }

  private static Rule rule(String given, String databases) {
    Matcher rule = RULE.matcher(given);
    if (!rule.matches()) {
      throw new UsageException(
          "--kube-resources '%s' must be NAMESPACE=MEMBER, for example previews=ci@example.com or pr-*=ci@example.com"
              .formatted(given));
    }
    if (rule.group("namespace").equals(databases)) {
      throw new UsageException(
          "--kube-resources '%s' names the namespace of all databases, whose Secrets are reserved for Goldenrod; use another namespace"
              .formatted(given));
    }
    return new Rule(rule.group("namespace"), rule.group("member"));
  }

  private static @Nullable String nullIfEmpty(String given) {
    return given.isEmpty() ? null : given;
  }
}
