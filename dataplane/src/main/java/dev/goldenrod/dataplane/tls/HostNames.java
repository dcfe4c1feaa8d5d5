package dev.goldenrod.dataplane.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Host names and addresses of this machine's servers, and of certificates. */
public final class HostNames {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
  private static final Set<String> ALL_INTERFACES =
      Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0", "*", "");
  private static final Pattern IPV4 =
      Pattern.compile("(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");
  private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]{1,63}(\\.[A-Za-z0-9_-]{1,63})*");

  private HostNames() {}

  /** Returns whether the host is a loopback name or address. */
  public static boolean isLoopback(String host) {
    String name = normalize(host);
    return LOOPBACK.contains(name) || LOOPBACK_V4.matcher(name).matches();
  }

  static boolean isAddress(String host) {
    return IPV4.matcher(host).matches() || host.contains(":");
  }

  /**
   * Returns the names and addresses by which clients may reach a server on this machine: the given
   * ones, loopback and, if a given one stands for all interfaces, the machine's own.
   *
   * @param hosts listen addresses and public host names; each may be a comma-separated list
   */
  public static Set<String> of(Collection<String> hosts) {
    Set<String> given = new LinkedHashSet<>();
    hosts.forEach(host -> given.addAll(Arrays.asList(host.strip().split("\\s*,\\s*"))));
    Set<String> names = new TreeSet<>(LOOPBACK);
    given.stream().map(HostNames::normalize).filter(HostNames::isUsable).forEach(names::add);
    if (given.stream().anyMatch(ALL_INTERFACES::contains)) {
      addMachineNames(names);
    }
    return names;
  }

  /** Returns whether the first certificate of the PEM is valid for the host. */
  public static boolean covers(String pem, String host) {
    try {
      return covers(Pem.certificates(pem).get(0), host);
    } catch (CertificateException damaged) {
      return false;
    }
  }

  static boolean covers(X509Certificate certificate, String host) {
    String wanted = normalize(host).toLowerCase(Locale.ROOT);
    return subjectNames(certificate).stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .anyMatch(
            name ->
                name.equals(wanted)
                    || name.startsWith("*.") && wanted.replaceFirst("^[^.]+", "*").equals(name));
  }

  /** Returns the subject alternative names of the certificate. */
  static Set<String> subjectNames(X509Certificate certificate) {
    try {
      Collection<List<?>> alternatives =
          Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
      return alternatives.stream()
          .map(one -> String.valueOf(one.get(1)))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (CertificateParsingException e) {
      return Set.of();
    }
  }

  private static String normalize(String given) {
    String host = given.replaceAll("[\\[\\]]", "").replaceFirst("%.*", "");
    return host.contains(":") ? expandIpv6(host) : host;
  }

  /** Writes an IPv6 address as Java does for certificates. A literal causes no DNS query. */
  private static String expandIpv6(String address) {
    try {
      return InetAddress.getByName(address).getHostAddress().replaceFirst("%.*", "");
    } catch (UnknownHostException e) {
      return "";
    }
  }

  private static boolean isUsable(String host) {
    return !ALL_INTERFACES.contains(host) && (isAddress(host) || NAME.matcher(host).matches());
  }

  private static void addMachineNames(Set<String> names) {
    try {
      names.add(InetAddress.getLocalHost().getHostName());
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLinkLocalAddress())
          .map(address -> normalize(address.getHostAddress()))
          .forEach(names::add);
    } catch (IOException e) {
      // A machine that cannot resolve its own name is reached by the given names.
      names.removeIf(String::isEmpty);
    }
  }
}
