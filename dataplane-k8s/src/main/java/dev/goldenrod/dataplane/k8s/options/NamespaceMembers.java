package dev.goldenrod.dataplane.k8s.options;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * In which namespaces Clones and Databases count, and as which member each of them acts. Immutable.
 */
public final class NamespaceMembers {
  /** Begins the names of those that are Kubernetes' own. */
  private static final String SYSTEM = "kube-";

  private final List<Rule> rules;
  private final String databases;
  private final String server;

  /**
   * Namespaces, and their member.
   *
   * @param namespace a name, in which {@code *} stands for any characters
   * @param member an e-mail address
   */
  public record Rule(String namespace, String member) {
    public Rule {
      Objects.requireNonNull(namespace);
      Objects.requireNonNull(member);
    }

    /** Whether it is for a single namespace, by its name. */
    public boolean isExact() {
      return namespace.indexOf('*') < 0;
    }

    private boolean fits(String name) {
      String pattern = Pattern.quote(namespace).replace("*", "\\E.*\\Q");
      return name.matches(pattern);
    }
  }

  private NamespaceMembers(List<Rule> rules, String databases, String server) {
    this.rules = List.copyOf(rules);
    this.databases = databases;
    this.server = server;
  }

  /** No namespace at all. */
  public static NamespaceMembers none() {
    return new NamespaceMembers(List.of(), "", "");
  }

  /**
   * Those namespaces; where several rules fit, the first one counts. For Kubernetes' own and the
   * server's, only a rule counts that has their name.
   *
   * @param databases the namespace of all databases, for which no rule counts
   * @param server the namespace that the server runs in; empty when it is in none
   */
  public static NamespaceMembers of(List<Rule> rules, String databases, Optional<String> server) {
    return new NamespaceMembers(rules, databases, server.orElse(""));
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /** All rules, in their order. */
  public List<Rule> rules() {
    return rules;
  }

  /** The address of the namespace's member; empty when nothing in it counts. */
  public Optional<String> memberOf(String namespace) {
    return rules.stream()
        .filter(rule -> !namespace.equals(databases) && rule.fits(namespace))
        .filter(rule -> rule.isExact() || !isPrivileged(namespace))
        .map(Rule::member)
        .findFirst();
  }

  private boolean isPrivileged(String namespace) {
    return namespace.startsWith(SYSTEM) || namespace.equals(server);
  }

  /** For people. */
  @Override
  public String toString() {
    return rules.stream()
        .map(rule -> "namespace %s as %s".formatted(rule.namespace(), rule.member()))
        .collect(Collectors.joining(", "));
  }
}
