package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.RangePermutation;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.value.Token;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Permutes addresses of IPv4, and replaces those of IPv6 by addresses of the documentation's prefix
 * 2001:db8::/32 (RFC 3849). The length of a network's prefix stays.
 */
final class IpAddress implements Transformer {
  private static final Set<String> TYPES = Set.of("inet", "cidr");
  private static final int LONGEST = 43;
  private static final Pattern V4 =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})(?:/(\\d{1,2}))?");

  /** Only such a text is given to {@link InetAddress}, which then asks no name server. */
  private static final Pattern V6 =
      Pattern.compile("([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(?:/(\\d{1,3}))?");

  private final KeyedHash hash;
  private final boolean isNetwork;
  private final @Nullable TextColumn text;
  private final Map<Integer, RangePermutation> permutations = new ConcurrentHashMap<>();

  private IpAddress(KeyedHash hash, boolean isNetwork, @Nullable TextColumn text) {
    this.hash = hash;
    this.isNetwork = isNetwork;
    this.text = text;
  }

  static Transformer create(MaskRequest request) {
    String type = request.column().typeInfo().withoutDomains().baseName();
    TextColumn text = TYPES.contains(type) ? null : TextColumn.of(request);
    return new IpAddress(request.hash("ip"), type.equals("cidr"), text);
  }

  @Override
  public String mask(String value, Row row) {
    String trimmed = value.strip();
    Matcher v4 = V4.matcher(trimmed);
    if (v4.matches() && isV4(v4)) {
      return fit(maskedV4(v4));
    }
    Matcher v6 = V6.matcher(trimmed);
    byte[] address = v6.matches() ? parsed(v6.group(1)) : null;
    if (address != null) {
      return fit(maskedV6(address, v6.group(2)));
    }
    return fit(value.isEmpty() ? value : Token.of(hash.digest(value), Token.FULL_WIDTH));
  }

  @Override
  public boolean isInjective() {
    return !isNetwork && (text == null || text.maxLength() >= LONGEST);
  }

  private String fit(String masked) {
    return text == null ? masked : text.fit(masked);
  }

  private static boolean isV4(Matcher v4) {
    for (int i = 1; i <= 4; i++) {
      if (Integer.parseInt(v4.group(i)) > 255) {
        return false;
      }
    }
    return v4.group(5) == null || Integer.parseInt(v4.group(5)) <= 32;
  }

  private String maskedV4(Matcher v4) {
    long address = 0;
    for (int i = 1; i <= 4; i++) {
      address = address << 8 | Integer.parseInt(v4.group(i));
    }
    int bits = isNetwork && v4.group(5) != null ? Integer.parseInt(v4.group(5)) : 32;
    long masked = permutation(bits).apply(address >> (32 - bits)) << (32 - bits);
    String suffix = v4.group(5) == null ? "" : "/" + v4.group(5);
    return "%d.%d.%d.%d%s"
        .formatted(masked >> 24, masked >> 16 & 255, masked >> 8 & 255, masked & 255, suffix);
  }

  private String maskedV6(byte[] address, @Nullable String prefix) {
    int bits = isNetwork && prefix != null ? Integer.parseInt(prefix) : 128;
    byte[] masked = hash.digest(address);
    ByteBuffer.wrap(masked).putInt(0x20010db8);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      int group = (masked[2 * i] & 0xff) << 8 | masked[2 * i + 1] & 0xff;
      int kept = Math.max(0, Math.min(16, bits - 16 * i));
      text.append(i == 0 ? "" : ":")
          .append(Integer.toHexString(group & 0xffff0000 >> kept & 0xffff));
    }
    return prefix == null ? text.toString() : text + "/" + prefix;
  }

  private RangePermutation permutation(int bits) {
    return permutations.computeIfAbsent(
        bits, wanted -> new RangePermutation(hash.derive("bits " + wanted), 1L << wanted));
  }

  private static byte @Nullable [] parsed(String v6) {
    try {
      byte[] address = InetAddress.getByName(v6).getAddress();
      return address.length == 16 ? address : null;
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
