package dev.goldenrod.dataplane.k8s.options;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The namespaces in which Clones and Databases are reconciled, each with the member as whom it
 * acts. Immutable.
 */
public final class NamespaceMembers {
  /** The prefix of Kubernetes' own namespaces. */
  private static final String SYSTEM = "kube-";

  private final List<Rule> rules;
  private final String databases;
  private final String server;

  /**
   * @param namespace a name, in which {@code *} stands for any characters
   * @param member an e-mail address
   */
  public record Rule(String namespace, String member) {
    public Rule {
      Objects.requireNonNull(namespace);
      Objects.requireNonNull(member);
    }

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

  public static NamespaceMembers none() {
    return new NamespaceMembers(List.of(), "", "");
  }

  /**
   * Creates the mapping from rules, of which the first match applies. Kubernetes' own namespaces
   * and the server's are only matched by their exact names.
   *
   * @param databases the namespace of all databases, which no rule matches
   * @param server the namespace of the server's pod; empty if it runs in none
   */
  public static NamespaceMembers of(List<Rule> rules, String databases, Optional<String> server) {
    return new NamespaceMembers(rules, databases, server.orElse(""));
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  public List<Rule> rules() {
    return rules;
  }

  /** Returns the e-mail address of the namespace's member; empty if no rule matches. */
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

  @Override
  public String toString() {
    return rules.stream()
        .map(rule -> "namespace %s as %s".formatted(rule.namespace(), rule.member()))
        .collect(Collectors.joining(", "));
  }
}
