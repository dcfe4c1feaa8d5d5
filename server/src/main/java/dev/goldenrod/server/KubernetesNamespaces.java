package dev.goldenrod.server;

import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers.Rule;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the namespaces of served Clone and Database objects, and the members they act as. */
final class KubernetesNamespaces {
  private static final Pattern RULE =
      Pattern.compile("(?<namespace>[-a-z0-9*]{1,63})=(?<member>[^\\s=]{1,254})");

  private KubernetesNamespaces() {}

  /**
   * Parses the namespaces; throws {@link UsageException} if one is malformed.
   *
   * @param databases the namespace of all databases, which must not be one of them
   * @param server the namespace that the server runs in, which must be named explicitly
   */
  static NamespaceMembers of(List<String> given, String databases, Optional<String> server) {
    return NamespaceMembers.of(
        given.stream().map(one -> rule(one, databases)).toList(), databases, server);
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
}
