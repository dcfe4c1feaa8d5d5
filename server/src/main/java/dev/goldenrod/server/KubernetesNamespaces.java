package dev.goldenrod.server;

import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers.Rule;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads in which namespaces Clones and Databases count, and as whom they act. */
final class KubernetesNamespaces {
  private static final Pattern RULE =
      Pattern.compile("(?<namespace>[-a-z0-9*]{1,63})=(?<member>[^\\s=]{1,254})");

  private KubernetesNamespaces() {}

  /**
   * The namespaces that were given.
   *
   * @param databases the namespace of all databases, which can be none of them
   * @param server the namespace that the server runs in, which has to be named itself
   * @throws UsageException when one of them is no good
   */
  static NamespaceMembers of(List<String> given, String databases, Optional<String> server) {
    return NamespaceMembers.of(
        given.stream().map(one -> rule(one, databases)).toList(), databases, server);
  }

  private static Rule rule(String given, String databases) {
    Matcher rule = RULE.matcher(given);
    if (!rule.matches()) {
      throw new UsageException(
          "--kube-resources '%s' must be NAMESPACE=MEMBER, as in previews=ci@example.com or pr-*=ci@example.com"
              .formatted(given));
    }
    if (rule.group("namespace").equals(databases)) {
      throw new UsageException(
          "--kube-resources '%s' names the namespace of all databases, whose Secrets are nobody else's; use another one"
              .formatted(given));
    }
    return new Rule(rule.group("namespace"), rule.group("member"));
  }
}
