package dev.goldenrod.port;

import dev.goldenrod.member.Org;
import java.util.Optional;

/** Organizations. Their names are unique. */
public interface OrgRepository {
  void insert(Org org);

  Optional<Org> findByName(String name);
}
