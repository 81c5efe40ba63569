ALTER TABLE "value_labels" DROP CONSTRAINT "value_labels_column_id_columns_id_fk";
