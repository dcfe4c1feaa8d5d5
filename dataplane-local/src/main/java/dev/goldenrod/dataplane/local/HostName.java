package dev.goldenrod.dataplane.local;

import java.net.InetAddress;
import java.net.UnknownHostException;

final class HostName {
  private HostName() {}

  static String get() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceFirst("[.].*", "");
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
