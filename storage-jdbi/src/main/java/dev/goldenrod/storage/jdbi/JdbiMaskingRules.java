package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.MaskingRulesRepository;
import dev.goldenrod.source.MaskingRuleSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiMaskingRules(Sql sql) implements MaskingRulesRepository {
  private static final Columns<MaskingRuleSet> COLUMNS =
      new Columns<>(
          "org_id, source_id, version_number, rules, created_by, created_at",
          JdbiMaskingRules::read);

  private static final Columns<MaskingRuleSet.Header> HEADER =
      new Columns<>(
          "version_number, created_by, created_at",
          row -> new MaskingRuleSet.Header(row.number(), row.text(), row.instant()));

  @Override
  public void insert(MaskingRuleSet rules) {
    sql.update(
        """
        insert into masking_rules
          (org_id, source_id, version_number, rules, created_by, created_at)
        values
          (:orgId, :sourceId, :version, :rules, :createdBy, :createdAt)
        """,
        values ->
            values
                .uuid("orgId", rules.orgId())
                .uuid("sourceId", rules.sourceId())
                .number("version", rules.version())
                .text("rules", rules.rules())
                .text("createdBy", rules.createdBy())
                .instant("createdAt", rules.createdAt()));
  }

  @Override
  public Optional<MaskingRuleSet> find(UUID orgId, UUID sourceId, int version) {
    return sql.one(
        COLUMNS,
        """
        from masking_rules
        where source_id = :sourceId and version_number = :version and org_id = :orgId
        """,
        values ->
            values.uuid("orgId", orgId).uuid("sourceId", sourceId).number("version", version));
  }

  @Override
  public Optional<MaskingRuleSet> latest(UUID orgId, UUID sourceId) {
    return sql.one(
        COLUMNS,
        """
        from masking_rules where source_id = :sourceId and org_id = :orgId
        order by version_number desc limit 1
        """,
        values -> values.uuid("orgId", orgId).uuid("sourceId", sourceId));
  }

  @Override
  public List<MaskingRuleSet.Header> versions(UUID orgId, UUID sourceId) {
    return sql.list(
        HEADER,
        """
        from masking_rules where source_id = :sourceId and org_id = :orgId
        order by version_number desc
        """,
        values -> values.uuid("orgId", orgId).uuid("sourceId", sourceId));
  }

  private static MaskingRuleSet read(Row row) throws SQLException {
    return new MaskingRuleSet(
        row.uuid(), row.uuid(), row.number(), row.text(), row.text(), row.instant());
  }
}
